// Public: other features may import this file.
import { limits } from '../../../../shared/contract/limits.ts';
import type { AuditEntry, AuditLog } from '../../platform/http/audited-request.ts';
import { scheduleKeyId, windowKeyId } from '../../platform/http/principal.ts';
import type { WorkspaceScope } from '../../platform/http/workspace-scope.ts';
import { findApiKeyName } from '../api-keys/api-key-queries.ts';
import { findMember } from '../organizations/member-queries.ts';
import { insertActivity } from './activity-queries.ts';

type Actor = { readonly actor_id: string; readonly actor_name: string; readonly actor_hint: string | null };

export const windowActor: Actor = { actor_id: windowKeyId, actor_name: 'Window', actor_hint: null };

export const scheduleActor: Actor = { actor_id: scheduleKeyId, actor_name: 'Schedule', actor_hint: null };

/** Creates the audit log, which writes each entry into the workspace that the request changed. */
export function createAuditLog(workspaces: { readonly current: WorkspaceScope | undefined }): AuditLog {
  return {
    write: writeEntry,
    // A request that closed its workspace, such as opening another one, is recorded in the one that is open now.
    writeOutcome: (requested, entry) => {
      const workspace = requested?.db.isOpen ? requested : workspaces.current;
      if (!workspace || workspace.db.isReadOnly) return;
      const write = () => writeEntry(workspace, entry);
      // A failed request changed nothing, so its entry is not synced to the disk by itself.
      if (typeof entry.outcome === 'number') workspace.db.transaction(write);
      else workspace.db.bulkTransaction(write);
    },
  };
}

/** Writes an entry outside of a request as well, such as for a scheduled task. */
export function writeEntry(
  { db, context, events }: Pick<WorkspaceScope, 'db' | 'context' | 'events'>,
  entry: AuditEntry,
): void {
  const { principal, operation, subject, outcome, requestId } = entry;
  const status = typeof outcome === 'number' ? outcome : outcome.status;
  insertActivity(db, {
    at: context.now(),
    ...findActor(db, principal),
    role: principal.role,
    operation,
    subject_id: sanitizeText(subject.id, limits.idLength),
    subject_label: sanitizeText(subject.label, limits.auditSubjectLength),
    result: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
    status,
    code: typeof outcome === 'number' ? null : outcome.code,
    request_id: requestId,
  });
  events.publish({ type: 'activity.changed' }, null);
}

/** The window and an invitation act as a member. An API key is named even if it belongs to one, because a member can have several. */
function findActor(db: WorkspaceScope['db'], { keyId, orgId, keyName, memberId }: AuditEntry['principal']): Actor {
  const isMember = memberId !== null && (keyId === windowKeyId || keyId === '');
  const member = isMember ? findMember(db, orgId, memberId) : undefined;
  if (member)
    return {
      actor_id: member.user_id,
      actor_name: sanitizeText(member.email, limits.emailLength) ?? '',
      actor_hint: null,
    };
  if (keyId === windowKeyId) return windowActor;
  if (keyId === scheduleKeyId) return scheduleActor;
  const key = keyName ?? findApiKeyName(db, orgId, keyId);
  return {
    actor_id: keyId,
    actor_name: sanitizeText(key?.name ?? null, limits.apiKeyNameLength) ?? 'Unknown API key',
    actor_hint: key?.hint ?? null,
  };
}

/**
 * Returns the text exactly as the database returns it later, because the hash chain covers it: whole characters, no control
 * characters, and none that change the direction of other text.
 */
function sanitizeText(text: string | null, length: number): string | null {
  if (text === null) return null;
  const plain = Buffer.from(text)
    .toString()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return plain.length <= length ? plain : `${Buffer.from(plain.slice(0, length - 1)).toString()}…`;
}
