import { Problem } from '../../../shared/problems.ts';
import type { Route } from '../../../shared/route.ts';
import type { Entry, Journal, Subject } from '../activity/journal.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import { requestIdField } from './answer.ts';
import type { Entered } from './call.ts';
import { toProblem } from './to-problem.ts';

/** A request that changes something: it leaves one row in the activity, in the transaction of its effect where it has one. */
export class Command {
  readonly #journal: Journal;
  readonly #route: Route;
  readonly #entered: Entered;
  readonly #params: Readonly<Record<string, string>>;
  #subject: Partial<Subject> = {};
  #isRecorded = false;
  #isGoingOn = false;

  constructor(journal: Journal, route: Route, entered: Entered, params: Readonly<Record<string, string>>) {
    this.#journal = journal;
    this.#route = route;
    this.#entered = entered;
    this.#params = params;
  }

  /** Answers, and writes down how that ended unless `commit` has. */
  async run<T extends object>(answer: () => Promise<T>): Promise<T> {
    let given: T;
    try {
      given = await answer();
    } catch (error) {
      if (!this.#isRecorded) this.#writeAfter(toProblem(error), null);
      throw error;
    }
    if (!this.#isRecorded) this.#writeDone('body' in given ? given.body : null);
    return given;
  }

  /** Names what it is done to, where path and answer do not. */
  about(subject: Partial<Subject>): void {
    this.#subject = { ...this.#subject, ...subject };
  }

  /** It changes nothing but what an earlier row tells, as a draft that is typed on: where it succeeds it leaves no row. */
  goOn(): void {
    this.#isGoingOn = true;
  }

  /** Writes the row into the transaction that is open. */
  write(workspace: OpenWorkspace, body: unknown): void {
    if (this.#isGoingOn) return;
    this.#journal.write(workspace, this.#entry(this.#route.status, body));
  }

  /** That transaction has been committed; or an earlier answer was given again, which changes nothing. */
  settle(hasWritten: boolean): void {
    this.#isRecorded = true;
    if (hasWritten && !this.#isGoingOn) this.#journal.tell();
  }

  /** What was done stays done where it cannot be written down, on a full disk say: whoever asked must not think otherwise. */
  #writeDone(body: unknown): void {
    try {
      this.#writeAfter(this.#route.status, body);
    } catch (error) {
      const { code } = toProblem(error);
      throw new Problem(code, 'This was done, but could not be written down in the activity.', { cause: error });
    }
  }

  #writeAfter(outcome: number | Problem, body: unknown): void {
    this.#isRecorded = true;
    this.#journal.writeAfter(this.#entered.workspace, this.#entry(outcome, body));
  }

  #entry(outcome: number | Problem, body: unknown): Entry {
    const { principal, fields } = this.#entered;
    const named = nameSubject(body);
    const subject = {
      id: this.#subject.id ?? named.id ?? Object.values(this.#params).at(-1) ?? null,
      label: this.#subject.label ?? named.label,
    };
    return { principal, operation: this.#route.id, subject, outcome, requestId: fields[requestIdField] ?? '' };
  }
}

/** What an answer is about: by the contract, an object begins with its own id, and is called by its title or name. */
function nameSubject(body: unknown): Subject {
  if (typeof body !== 'object' || body === null) return { id: null, label: null };
  const fields = Object.entries(body);
  const textOf = (isWanted: (name: string) => boolean) => {
    const value: unknown = fields.find(([name, text]) => isWanted(name) && typeof text === 'string')?.[1];
    return typeof value === 'string' ? value : null;
  };
  return { id: textOf((name) => name.endsWith('_id')), label: textOf((name) => name === 'title' || name === 'name') };
}
