import type { CallRecord } from './calls.ts';

/** Returns a file name that is valid on every file system: `Renewals +14155550132 2026-03-01 0930.srt`. */
export function formatCallFileName(
  call: Pick<CallRecord, 'agent_name' | 'recipient_number' | 'created_at'>,
  extension: string,
): string {
  const placedAt = `${call.created_at.slice(0, 10)} ${call.created_at.slice(11, 16).replace(':', '')}`;
  const agent = [...call.agent_name.replaceAll(/[^\p{L}\p{N} _,()&+-]/gu, ' ')].slice(0, 48).join('');
  const name = `${agent} ${call.recipient_number} ${placedAt}`.replaceAll(/\s+/g, ' ').replace(/^[ .]+/, '');
  return `${name}.${extension}`;
}
