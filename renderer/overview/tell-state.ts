import type { Overview } from '../../shared/overview.ts';
import { formatCount } from '../format/format-number.ts';

type State = Pick<Overview, 'is_new' | 'attention' | 'reading'> & {
  readonly calls: Pick<Overview['calls'], 'running'>;
};

/** How the workspace stands, in a sentence or two: `All in step. 2 documents are being read.` */
export function tellState({ is_new, attention, reading, calls }: State): string {
  const goingOn = [
    ...(reading.total > 0 ? [`${formatCount(reading.total, 'document')} ${are(reading.total)} being read`] : []),
    ...(calls.running > 0 ? [`${formatCount(calls.running, 'call')} ${are(calls.running)} under way`] : []),
  ].join(' and ');
  const stand = tellStand(is_new && goingOn === '', attention.length);
  return goingOn === '' ? stand : `${stand} ${goingOn}.`;
}

function tellStand(isNew: boolean, troubles: number): string {
  if (troubles > 0) return `${formatCount(troubles, 'thing')} ${troubles === 1 ? 'needs' : 'need'} attention.`;
  return isNew ? 'Ready to begin.' : 'All in step.';
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
