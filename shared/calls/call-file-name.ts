import { toFileNamePart } from '../text/file-name-part.ts';
import type { CallRecord } from './calls.ts';

/** Returns a file name that is valid on every file system: `Renewals +14155550132 2026-03-01 0930.srt`. */
export function formatCallFileName(
  call: Pick<CallRecord, 'agent_name' | 'recipient_number' | 'created_at'>,
  extension: string,
): string {
  const placedAt = `${call.created_at.slice(0, 10)} ${call.created_at.slice(11, 16).replace(':', '')}`;
  const agent = toFileNamePart(call.agent_name, { maxLength: 48, signs: ' _,()&+-', separator: ' ' });
  const name = `${agent} ${call.recipient_number} ${placedAt}`.replaceAll(/\s+/g, ' ').replace(/^[ .]+/, '');
  return `${name}.${extension}`;
}
