import type { Overview } from '../../shared/overview.ts';
import { formatCount } from '../format/format-number.ts';

type WorkspaceState = Pick<Overview, 'is_empty' | 'attention' | 'processing'> & {
  readonly calls: Pick<Overview['calls'], 'running'>;
};

/** How the workspace stands, in a sentence or two: `All in step. 2 documents are being read.` */
export function describeWorkspaceState({ is_empty, attention, processing, calls }: WorkspaceState): string {
  const goingOn = [
    ...(processing.total > 0
      ? [`${formatCount(processing.total, 'document')} ${getVerb(processing.total)} being read`]
      : []),
    ...(calls.running > 0 ? [`${formatCount(calls.running, 'call')} ${getVerb(calls.running)} under way`] : []),
  ].join(' and ');
  const stand = describeAttentionCount(is_empty && goingOn === '', attention.length);
  return goingOn === '' ? stand : `${stand} ${goingOn}.`;
}

function describeAttentionCount(isNew: boolean, troubles: number): string {
  if (troubles > 0) return `${formatCount(troubles, 'thing')} ${troubles === 1 ? 'needs' : 'need'} attention.`;
  return isNew ? 'Ready to begin.' : 'All in step.';
}

function getVerb(count: number): string {
  return count === 1 ? 'is' : 'are';
}
