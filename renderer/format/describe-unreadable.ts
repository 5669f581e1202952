import { formatCount } from './format-number.ts';

/** Formats `2 requests are damaged in the workspace’s file and cannot be shown.` */
export function describeUnreadable(count: number, noun: string): string {
  const verbs = count === 1 ? 'is' : 'are';
  return `${formatCount(count, noun)} ${verbs} damaged in the workspace’s file and cannot be shown.`;
}
