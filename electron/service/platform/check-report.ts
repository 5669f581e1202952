import type { CheckStep } from '../../../shared/contract/check-steps.ts';

/** Collects the results of a check that runs in steps. */
export class CheckReport<Id extends string> {
  readonly #ids: readonly Id[];
  readonly #steps = new Map<Id, CheckStep<Id>>();

  /** `names` has a name for each step, in the order in which they run. */
  constructor(names: Readonly<Record<Id, string>>) {
    this.#ids = Object.keys(names) as Id[]; // Object.keys loses the names
  }

  pass(id: Id, detail: string): void {
    this.#steps.set(id, { id, result: 'passed', detail, fix: null });
  }

  warn(id: Id, detail: string, fix: string): void {
    this.#steps.set(id, { id, result: 'warning', detail, fix });
  }

  fail(id: Id, detail: string, fix: string): void {
    this.#steps.set(id, { id, result: 'failed', detail, fix });
  }

  skip(id: Id, detail: string): void {
    this.#steps.set(id, { id, result: 'skipped', detail, fix: null });
  }

  has(id: Id): boolean {
    return this.#steps.has(id);
  }

  hasFailed(id: Id): boolean {
    return this.#steps.get(id)?.result === 'failed';
  }

  /** Reports that the first step without a result failed. */
  failNext(detail: string, fix: string): void {
    const next = this.#ids.find((id) => !this.has(id));
    if (next) this.fail(next, detail, fix);
  }

  /** Returns all steps. Those without a result are skipped, with `detail`. */
  listSteps(detail: string): CheckStep<Id>[] {
    return this.#ids.map((id) => this.#steps.get(id) ?? { id, result: 'skipped', detail, fix: null });
  }
}
