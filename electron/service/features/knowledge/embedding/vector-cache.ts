import type { EmbedTextsOptions, TextEmbedder } from './text-embedder.ts';

/** About 12 MB of vectors of the built-in model. */
const maxNumbers = 3_072_000;

/** Embeds short texts, and keeps the vectors of recently used ones. */
export class VectorCache {
  readonly #model: Pick<TextEmbedder, 'dimensions' | 'embed'>;
  readonly #vectors = new Map<string, Float32Array>();

  constructor(model: Pick<TextEmbedder, 'dimensions' | 'embed'>) {
    this.#model = model;
  }

  /** Returns the vector of each text. */
  async embed(texts: readonly string[], role: EmbedTextsOptions['role']): Promise<readonly Float32Array[]> {
    const { dimensions } = this.#model;
    const toKey = (text: string) => `${role} ${text}`;
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const vector = this.#vectors.get(toKey(text));
      if (vector) found.set(text, vector);
    }
    const missing = [...new Set(texts.filter((text) => !found.has(text)))];
    if (missing.length > 0) {
      const vectors = await this.#model.embed(
        missing.map((text) => ({ text })),
        { role, priority: 'interactive' },
      );
      missing.forEach((text, index) => found.set(text, vectors.slice(index * dimensions, (index + 1) * dimensions)));
    }
    for (const [text, vector] of found) this.#keep(toKey(text), vector);
    return texts.map((text) => found.get(text) ?? new Float32Array(dimensions));
  }

  /** Forgets all texts, because a document was deleted. */
  clear(): void {
    this.#vectors.clear();
  }

  #keep(key: string, vector: Float32Array): void {
    this.#vectors.delete(key); // moves it to the end
    this.#vectors.set(key, vector);
    if (this.#vectors.size * vector.length <= maxNumbers) return;
    for (const oldest of this.#vectors.keys()) {
      this.#vectors.delete(oldest);
      return;
    }
  }
}
