// Public: other features may import this file.
import type { Database } from '../../../platform/db/database.ts';
import type { RemoteFollowUp } from '../../remote/work-schemas.ts';
import type { CallRow } from '../call-queries.ts';
import { toAuthorFields } from '../remote/remote-authors.ts';
import { describeFollowUpFields, parseFollowUpName } from './describe-follow-up.ts';
import { deleteFollowUp, findFollowUp, listFollowUpsOfCall, unchanged, upsertFollowUp } from './follow-up-queries.ts';

/** A remote with more follow-ups of a call than this is not trusted. */
const maxPerCall = 50;

/**
 * Stores a follow-up of the remote, or removes one that the remote removed, in the open transaction. Returns whether it is different
 * now; null if it cannot be stored.
 */
export function storeRemoteFollowUp(
  db: Database,
  call: CallRow,
  followUp: string,
  remote: RemoteFollowUp | null,
): boolean | null {
  const name = parseFollowUpName(followUp);
  if (!name) return null;
  const known = findFollowUp(db, call.id, name);
  if (!remote) {
    if (known) deleteFollowUp(db, call.id, name);
    return known !== undefined;
  }
  if (!known && listFollowUpsOfCall(db, call.id).length >= maxPerCall) return null;
  const { changed_by, due_has_time, due_words, ...fields } = remote;
  const author = changed_by === null ? unchanged : toAuthorFields(db, changed_by);
  upsertFollowUp(db, call, {
    ...fields,
    ...name,
    ...author,
    due_words: due_words ?? '',
    due_has_time: due_has_time ? 1 : 0,
  });
  const stored = findFollowUp(db, call.id, name);
  const describe = (row: typeof stored) => JSON.stringify(row && describeFollowUpFields(row));
  return describe(known) !== describe(stored);
}
