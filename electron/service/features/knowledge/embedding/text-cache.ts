import type { EmbedTextsOptions } from './text-embedder.ts';

type ComputeTexts = (texts: readonly string[], role: EmbedTextsOptions['role']) => Promise<readonly Float32Array[]>;

/** About 12 MB. */
const maxNumbers = 3_072_000;

/** Computes the numbers of short texts, such as their vectors, and keeps what it computed for texts that were used recently. */
export class TextCache {
  readonly #compute: ComputeTexts;
  readonly #kept = new Map<string, Float32Array>();
  #keptNumbers = 0;

  constructor(compute: ComputeTexts) {
    this.#compute = compute;
  }

  /** Returns the numbers of each text. */
  async read(texts: readonly string[], role: EmbedTextsOptions['role']): Promise<readonly Float32Array[]> {
    const toKey = (text: string) => `${role} ${text}`;
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const numbers = this.#kept.get(toKey(text));
      if (numbers) found.set(text, numbers);
    }
    const missing = [...new Set(texts.filter((text) => !found.has(text)))];
    if (missing.length > 0) {
      const computed = await this.#compute(missing, role);
      missing.forEach((text, index) => found.set(text, computed[index] ?? new Float32Array(0)));
    }
    for (const [text, numbers] of found) this.#keep(toKey(text), numbers);
    return texts.map((text) => found.get(text) ?? new Float32Array(0));
  }

  /** Forgets all texts, because a document was deleted. */
  clear(): void {
    this.#kept.clear();
    this.#keptNumbers = 0;
  }

  #keep(key: string, numbers: Float32Array): void {
    this.#forget(key); // moves it to the end
    this.#kept.set(key, numbers);
    this.#keptNumbers += numbers.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptNumbers <= maxNumbers) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#keptNumbers -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}
