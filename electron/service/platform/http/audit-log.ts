import type { Problem } from '../../../../shared/contract/problems.ts';
import type { Principal } from './principal.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/** The resource that a request changed. */
export type AuditSubject = { readonly id: string | null; readonly label: string | null };

export type AuditEntry = {
  readonly principal: Principal;
  readonly operation: string;
  readonly subject: AuditSubject;
  /** The status of a successful response, or the problem that the request ended with. */
  readonly outcome: number | Problem;
  readonly requestId: string;
};

/** Records who changed what. Implemented by the activity feature. */
export type AuditLog = {
  /** Writes an entry in the open transaction, so that it is stored together with the change. */
  readonly write: (workspace: WorkspaceScope, entry: AuditEntry) => void;
  /** Writes the entry of a request that ended without a transaction of its own. */
  readonly writeOutcome: (workspace: WorkspaceScope | undefined, entry: AuditEntry) => void;
};
