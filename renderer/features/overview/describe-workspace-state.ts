import type { Overview } from '../../../shared/window/overview.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';

type WorkspaceState = Pick<Overview, 'is_empty' | 'attention' | 'processing'> & {
  readonly calls: Pick<Overview['calls'], 'running'>;
  /** The user has hidden items that need attention. */
  readonly hasHiddenItems: boolean;
};

/**
 * `Everything is up to date · 2 documents processing`, `Needs attention (6)`, `Get started`. Whether a linked workspace is up to
 * date is shown by its sync status.
 */
export function describeWorkspaceState(
  { is_empty, attention, processing, calls, hasHiddenItems }: WorkspaceState,
  isLinked: boolean,
): string {
  const inProgress = [
    ...(processing.total > 0 ? [`${formatCount(processing.total, 'document')} processing`] : []),
    ...(calls.running > 0 ? [`${formatCount(calls.running, 'call')} in progress`] : []),
  ];
  const summary =
    attention.length > 0
      ? `Needs attention (${formatNumber(attention.length)})`
      : is_empty && inProgress.length === 0
        ? 'Get started'
        : hasHiddenItems
          ? 'Nothing new needs attention'
          : isLinked
            ? 'Nothing needs attention'
            : 'Everything is up to date';
  return [summary, ...inProgress].join(' · ');
}
