type TransactionSteps = {
  readonly begin: () => void;
  readonly commit: () => void;
  /** Also called if `begin` or `commit` throws. */
  readonly rollback: () => void;
};

/** The transaction of a connection, and the callbacks that run once after its commit, in the order of registration. */
export class Transactions {
  #isOpen = false;
  #callbacks = new Set<() => void>();

  get isOpen(): boolean {
    return this.#isOpen;
  }

  afterCommit(callback: () => void): void {
    if (this.#isOpen) this.#callbacks.add(callback);
    else callback();
  }

  /** Runs a transaction, or joins the open one. A rollback drops the callbacks. */
  run<T>(work: () => T, { begin, commit, rollback }: TransactionSteps): T {
    if (this.#isOpen) return work();
    let result: T;
    let callbacks: ReadonlySet<() => void> = new Set();
    try {
      begin();
      this.#isOpen = true;
      result = work();
      commit();
      callbacks = this.#callbacks;
    } catch (error) {
      rollback();
      throw error;
    } finally {
      this.#isOpen = false;
      this.#callbacks = new Set();
    }
    runAll(callbacks);
    return result;
  }
}

/** Runs every callback, even if one throws, and then throws the first error. */
function runAll(callbacks: Iterable<() => void>): void {
  const errors: unknown[] = [];
  for (const callback of callbacks) {
    try {
      callback();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
