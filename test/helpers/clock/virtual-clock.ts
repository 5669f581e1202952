import type { Timers } from '../../../electron/service/platform/timers.ts';

type Timer = { readonly at: number; readonly callback: () => void };

/** Lets promises settle, without real time. The outbox stores outcomes in the next turn of the event loop. */
export const flush = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A clock that only moves when a test moves it. */
export class VirtualClock {
  readonly #timers = new Set<Timer>();
  /** Time that passes; unlike the clock of the computer, nobody can set it. */
  elapsed = Date.UTC(2026, 2, 1, 12);
  /** How far the clock of the computer is ahead. */
  offset = 0;

  readonly now = () => this.elapsed + this.offset;

  readonly timers: Timers = {
    set: (callback, delayMs) => {
      if (!(delayMs >= 0)) throw new Error(`A timer of ${delayMs} ms.`);
      const timer = { at: this.elapsed + Math.ceil(delayMs), callback };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    },
  };

  get hasTimers(): boolean {
    return this.#timers.size > 0;
  }

  /** Drops all timers, as the end of the process does. */
  dropTimers(): void {
    this.#timers.clear();
  }

  /** Moves the time and runs the timers in their order. `settle` runs before each of them and at the end. */
  async advance(byMs: number, settle: () => Promise<void> = flush): Promise<void> {
    const end = this.elapsed + byMs;
    await settle();
    for (let timer = this.#findNext(end); timer; timer = this.#findNext(end)) {
      this.elapsed = Math.max(this.elapsed, timer.at);
      this.#timers.delete(timer);
      timer.callback();
      await settle();
    }
    this.elapsed = end;
  }

  /** Moves the time without timers, as while the computer sleeps. Then runs those that are due once. */
  async sleep(byMs: number): Promise<void> {
    this.elapsed += byMs;
    const due = [...this.#timers].filter(({ at }) => at <= this.elapsed).toSorted((a, b) => a.at - b.at);
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback();
    await flush();
  }

  #findNext(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    return next;
  }
}
