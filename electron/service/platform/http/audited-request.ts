import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { AuditEntry, AuditLog, AuditSubject } from '../../features/activity/audit-log.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import { requestIdHeader } from './build-response.ts';
import type { AuthenticatedRequest } from './request-context.ts';
import { toProblem } from './to-problem.ts';

/** A request that changes something: it leaves one row in the activity, in the transaction of its effect where it has one. */
export class AuditedRequest {
  readonly #auditLog: AuditLog;
  readonly #route: Route;
  readonly #request: AuthenticatedRequest;
  readonly #params: Readonly<Record<string, string>>;
  #subject: Partial<AuditSubject> = {};
  #isRecorded = false;
  #isAuditSkipped = false;

  constructor(
    journal: AuditLog,
    route: Route,
    entered: AuthenticatedRequest,
    params: Readonly<Record<string, string>>,
  ) {
    this.#auditLog = journal;
    this.#route = route;
    this.#request = entered;
    this.#params = params;
  }

  /** Answers, and writes down how that ended unless `commit` has. */
  async run<T extends object>(answer: () => Promise<T>): Promise<T> {
    let given: T;
    try {
      given = await answer();
    } catch (error) {
      if (!this.#isRecorded) this.#recordOutcome(toProblem(error), null);
      throw error;
    }
    if (!this.#isRecorded) this.#recordSuccess('body' in given ? given.body : null);
    return given;
  }

  /** Names what it is done to, where path and answer do not. */
  setAuditSubject(subject: Partial<AuditSubject>): void {
    this.#subject = { ...this.#subject, ...subject };
  }

  /** It changes nothing but what an earlier row tells, as a draft that is typed on: where it succeeds it leaves no row. */
  skipAudit(): void {
    this.#isAuditSkipped = true;
  }

  /** Writes the row into the transaction that is open. */
  writeEntry(workspace: OpenWorkspace, body: unknown): void {
    if (this.#isAuditSkipped) return;
    this.#auditLog.write(workspace, this.#createEntry(this.#route.status, body));
  }

  /** That transaction has been committed; or an earlier answer was given again, which changes nothing. */
  markCommitted(hasWritten: boolean): void {
    this.#isRecorded = true;
    if (hasWritten && !this.#isAuditSkipped) this.#auditLog.publishChange();
  }

  /** What was done stays done where it cannot be written down, on a full disk say: whoever asked must not think otherwise. */
  #recordSuccess(body: unknown): void {
    try {
      this.#recordOutcome(this.#route.status, body);
    } catch (error) {
      const { code } = toProblem(error);
      throw new Problem(code, 'This was done, but could not be written down in the activity.', { cause: error });
    }
  }

  #recordOutcome(outcome: number | Problem, body: unknown): void {
    this.#isRecorded = true;
    this.#auditLog.writeInTransaction(this.#request.workspace, this.#createEntry(outcome, body));
  }

  #createEntry(outcome: number | Problem, body: unknown): AuditEntry {
    const { principal, headers } = this.#request;
    const named = readAuditSubject(body);
    const subject = {
      id: this.#subject.id ?? named.id ?? Object.values(this.#params).at(-1) ?? null,
      label: this.#subject.label ?? named.label,
    };
    return { principal, operation: this.#route.id, subject, outcome, requestId: headers[requestIdHeader] ?? '' };
  }
}

/** What an answer is about: by the contract, an object begins with its own id, and is called by its title or name. */
function readAuditSubject(body: unknown): AuditSubject {
  if (typeof body !== 'object' || body === null) return { id: null, label: null };
  const fields = Object.entries(body);
  const textOf = (isWanted: (name: string) => boolean) => {
    const value: unknown = fields.find(([name, text]) => isWanted(name) && typeof text === 'string')?.[1];
    return typeof value === 'string' ? value : null;
  };
  return { id: textOf((name) => name.endsWith('_id')), label: textOf((name) => name === 'title' || name === 'name') };
}
