import { formatCount } from './format-number.ts';

/** `2 requests are damaged in the workspace’s file and cannot be shown.` */
export function describeUnreadable(count: number, what: string): string {
  const verbs = count === 1 ? 'is' : 'are';
  return `${formatCount(count, what)} ${verbs} damaged in the workspace’s file and cannot be shown.`;
}
