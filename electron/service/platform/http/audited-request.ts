import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { requestIdHeader } from './build-response.ts';
import type { Principal } from './principal.ts';
import { toProblem } from './to-problem.ts';
import type { AuthenticatedRequest, WorkspaceScope } from './workspace-scope.ts';

/** Records a request that changes something: one audit entry, in the transaction of its effect if there is one. */
export class AuditedRequest {
  readonly #auditLog: AuditLog;
  readonly #route: Route;
  readonly #request: AuthenticatedRequest;
  readonly #params: Readonly<Record<string, string>>;
  #principal: Principal;
  #subject: Partial<AuditSubject> = {};
  #isRecorded = false;
  #isAuditSkipped = false;

  constructor(
    auditLog: AuditLog,
    route: Route,
    request: AuthenticatedRequest,
    params: Readonly<Record<string, string>>,
  ) {
    this.#auditLog = auditLog;
    this.#route = route;
    this.#request = request;
    this.#principal = request.principal;
    this.#params = params;
  }

  /** Runs the handler and records its outcome, unless `commit` has recorded it. */
  async run<T extends object>(handle: () => Promise<T>): Promise<T> {
    let response: T;
    try {
      response = await handle();
    } catch (error) {
      if (!this.#isRecorded) this.#recordOutcome(toProblem(error), null);
      throw error;
    }
    if (!this.#isRecorded) this.#recordSuccess('body' in response ? response.body : null);
    return response;
  }

  /** Sets who acts, if the credential of the request is no API key. */
  setPrincipal(principal: Principal): void {
    this.#principal = principal;
  }

  /** Sets the subject of the entry, if path and response do not name it. */
  setSubject(subject: Partial<AuditSubject>): void {
    this.#subject = { ...this.#subject, ...subject };
  }

  /** Writes no entry if the request succeeds: it only continues a change that has an entry, such as typing in a draft. */
  skip(): void {
    this.#isAuditSkipped = true;
  }

  /** Writes the entry into the open transaction. */
  writeEntry(workspace: WorkspaceScope, body: unknown): void {
    if (!this.#isAuditSkipped) this.#auditLog.write(workspace, this.#createEntry(this.#route.status, body));
    workspace.db.afterCommit(() => this.markRecorded());
  }

  /** Marks a request that needs no entry, such as the replay of an earlier response. */
  markRecorded(): void {
    this.#isRecorded = true;
  }

  /** The change is done even if it cannot be recorded, for example on a full disk: the caller must learn both. */
  #recordSuccess(body: unknown): void {
    try {
      this.#recordOutcome(this.#route.status, body);
    } catch (error) {
      const { code } = toProblem(error);
      throw new Problem(code, 'The change was made, but could not be recorded in the activity.', { cause: error });
    }
  }

  #recordOutcome(outcome: number | Problem, body: unknown): void {
    this.#isRecorded = true;
    // A change of the open workspace, such as opening another one, is recorded in the one that is open now.
    const workspace = this.#route.outsideWorkspace ? undefined : this.#request.workspace;
    this.#auditLog.writeOutcome(workspace, this.#createEntry(outcome, body));
  }

  #createEntry(outcome: number | Problem, body: unknown): AuditEntry {
    const { headers } = this.#request;
    const named = readAuditSubject(body);
    const subject = {
      id: this.#subject.id ?? named.id ?? Object.values(this.#params).at(-1) ?? null,
      label: this.#subject.label ?? named.label,
    };
    const requestId = headers[requestIdHeader] ?? '';
    return { principal: this.#principal, operation: this.#route.id, subject, outcome, requestId };
  }
}

/** Reads the subject from a response: in the contract, the first id is the object's own, and its label is `title` or `name`. */
function readAuditSubject(body: unknown): AuditSubject {
  if (typeof body !== 'object' || body === null) return { id: null, label: null };
  const fields = Object.entries(body);
  const findText = (matches: (name: string) => boolean) => {
    const value: unknown = fields.find(([name, text]) => matches(name) && typeof text === 'string')?.[1];
    return typeof value === 'string' ? value : null;
  };
  return {
    id: findText((name) => name.endsWith('_id')),
    label: findText((name) => name === 'title' || name === 'name'),
  };
}

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
