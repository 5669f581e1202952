import { toFileNamePart } from '../text/file-name-part.ts';
import type { CallRecord } from './calls.ts';

/**
 * Returns a file name that is valid on every file system: `Renewals +14155550132 2026-03-01 0930.srt`. A call without a date has its
 * ID instead.
 */
export function formatCallFileName(
  call: Pick<CallRecord, 'call_id' | 'agent_name' | 'recipient_number' | 'created_at'>,
  extension: string,
): string {
  const { call_id, created_at } = call;
  const end = created_at === null ? call_id : `${created_at.slice(0, 10)} ${created_at.slice(11, 16).replace(':', '')}`;
  const agent = toFileNamePart(call.agent_name, { maxLength: 48, signs: ' _,()&+-', separator: ' ' });
  const name = `${agent} ${call.recipient_number} ${end}`.replaceAll(/\s+/g, ' ').replace(/^[ .]+/, '');
  return `${name}.${extension}`;
}
