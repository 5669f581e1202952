import { limits } from '../../../../shared/limits.ts';
import type { Problem } from '../../../../shared/problems.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import type { Principal } from '../api-keys/authenticate.ts';
import { findApiKeyName } from '../api-keys/api-key-queries.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import { insertActivity } from './queries.ts';

/** What a command was done to, or what it made. */
export type AuditSubject = { readonly id: string | null; readonly label: string | null };

export type AuditEntry = {
  readonly principal: Principal;
  readonly operation: string;
  readonly subject: AuditSubject;
  /** How it ended: the status of its answer, or the problem that it was answered with. */
  readonly outcome: number | Problem;
  readonly requestId: string;
};

/** Writes down who did what, in the workspace that it was done in. */
export class AuditLog {
  readonly #workspaces: { readonly current: OpenWorkspace | undefined };
  readonly #hub: EventHub;

  constructor(house: { readonly current: OpenWorkspace | undefined }, hub: EventHub) {
    this.#workspaces = house;
    this.#hub = hub;
  }

  /** In the transaction of the effect; `tell` follows its commit. */
  write({ db, context }: OpenWorkspace, { principal, operation, subject, outcome, requestId }: AuditEntry): void {
    const isWindow = principal.keyId === 'window';
    const key = isWindow ? undefined : findApiKeyName(db, principal.keyId);
    const status = typeof outcome === 'number' ? outcome : outcome.status;
    insertActivity(db, {
      at: context.now(),
      actor_id: principal.keyId,
      actor_name: isWindow ? 'Window' : (sanitizeText(key?.name ?? null, limits.apiKeyNameLength) ?? 'Unknown key'),
      actor_hint: key?.hint ?? null,
      role: principal.role,
      operation,
      subject_id: sanitizeText(subject.id, limits.idLength),
      subject_label: sanitizeText(subject.label, limits.auditSubjectLength),
      result: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
      status,
      code: typeof outcome === 'number' ? null : outcome.code,
      request_id: requestId,
    });
  }

  /**
   * After the effect, or after there was none: into the workspace that was asked, or where the command has closed that, into
   * the one that is open now. What was refused changed nothing, and is not forced to the disk by itself.
   */
  writeInTransaction(asked: OpenWorkspace | undefined, entry: AuditEntry): void {
    const workspace = asked?.db.isOpen ? asked : this.#workspaces.current;
    if (!workspace) return;
    const write = () => this.write(workspace, entry);
    if (typeof entry.outcome === 'number') workspace.db.transaction(write);
    else workspace.db.bulkTransaction(write);
    this.publishChange();
  }

  publishChange(): void {
    this.#hub.publish({ type: 'activity.changed' }, null);
  }
}

/** As the database gives it back, byte for byte, or the chain would break on it: whole characters, no controls; and nothing that turns other text about. */
function sanitizeText(text: string | null, length: number): string | null {
  if (text === null) return null;
  const plain = Buffer.from(text)
    .toString()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return plain.length <= length ? plain : `${Buffer.from(plain.slice(0, length - 1)).toString()}…`;
}
