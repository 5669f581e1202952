import { systemTimers, waitAtMost } from '../../platform/timers.ts';

/** More windows than anyone has open. */
const maxPages = 20;

/** A page that ends sends its last version at that moment, so it can arrive after the request of the next page. */
const arrivalMs = 1_000;

type KeptPage = { readonly version: number; readonly state: string };

/** Keeps in memory what the pages of the window return to. */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();
  /** Called after any page was kept. */
  readonly #onKeep = new Set<() => void>();

  /** Keeps the latest version of the latest pages, and forgets older ones. */
  keep(pageId: string, page: KeptPage): void {
    if (this.#has(pageId, page.version + 1)) return; // it was overtaken by a later version
    this.#pages.delete(pageId);
    this.#pages.set(pageId, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
    for (const onKeep of this.#onKeep) onKeep();
  }

  /** Returns the state of a page, or undefined if none is kept. Waits a short time for a version that has not arrived. */
  async find(pageId: string, version: number): Promise<string | undefined> {
    if (!this.#has(pageId, version)) await this.#waitFor(pageId, version);
    return this.#pages.get(pageId)?.state;
  }

  clear(): void {
    this.#pages.clear();
  }

  /** Returns whether a version or a later one is kept. Version 0 needs none. */
  #has(pageId: string, version: number): boolean {
    return (this.#pages.get(pageId)?.version ?? 0) >= version;
  }

  async #waitFor(pageId: string, version: number): Promise<void> {
    let stop: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      const onKeep = () => {
        if (this.#has(pageId, version)) resolve();
      };
      this.#onKeep.add(onKeep);
      stop = () => this.#onKeep.delete(onKeep);
    });
    await waitAtMost(arrivalMs, arrived, systemTimers).finally(() => stop?.());
  }
}
