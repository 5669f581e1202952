import type { Overview } from '../../shared/overview.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';

type WorkspaceState = Pick<Overview, 'is_empty' | 'attention' | 'processing'> & {
  readonly calls: Pick<Overview['calls'], 'running'>;
};

/** `Everything is up to date · 2 documents processing`, `Needs attention (6)`, `Get started`. */
export function describeWorkspaceState({ is_empty, attention, processing, calls }: WorkspaceState): string {
  const inProgress = [
    ...(processing.total > 0 ? [`${formatCount(processing.total, 'document')} processing`] : []),
    ...(calls.running > 0 ? [`${formatCount(calls.running, 'call')} in progress`] : []),
  ];
  return [describeAttentionCount(is_empty && inProgress.length === 0, attention.length), ...inProgress].join(' · ');
}

function describeAttentionCount(isNew: boolean, count: number): string {
  if (count > 0) return `Needs attention (${formatNumber(count)})`;
  return isNew ? 'Get started' : 'Everything is up to date';
}
