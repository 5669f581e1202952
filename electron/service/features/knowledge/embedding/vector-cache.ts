import type { Embedder } from './embedder.ts';
import { embeddingDimensions } from './model.ts';

/** About 12 MB of vectors. */
const maxVectors = 8_000;

/** Embeds short texts, and keeps the vectors of those that were used last. */
export class VectorCache {
  readonly #embedder: Pick<Embedder, 'embed' | 'encode'>;
  readonly #vectors = new Map<string, Float32Array>();

  constructor(embedder: Pick<Embedder, 'embed' | 'encode'>) {
    this.#embedder = embedder;
  }

  /** Returns the vector of each text. */
  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const vector = this.#vectors.get(text);
      if (vector) found.set(text, vector);
    }
    const missing = [...new Set(texts.filter((text) => !found.has(text)))];
    if (missing.length > 0) {
      const tokenIds = missing.map((text) => this.#embedder.encode(text));
      const vectors = await this.#embedder.embed(tokenIds, { priority: 'interactive' });
      missing.forEach((text, index) => {
        found.set(text, vectors.slice(index * embeddingDimensions, (index + 1) * embeddingDimensions));
      });
    }
    for (const [text, vector] of found) this.#keep(text, vector);
    return texts.map((text) => found.get(text) ?? new Float32Array(embeddingDimensions));
  }

  /** Forgets all texts, because a document was deleted. */
  clear(): void {
    this.#vectors.clear();
  }

  #keep(text: string, vector: Float32Array): void {
    this.#vectors.delete(text); // moves it to the end
    this.#vectors.set(text, vector);
    if (this.#vectors.size <= maxVectors) return;
    for (const oldest of this.#vectors.keys()) {
      this.#vectors.delete(oldest);
      return;
    }
  }
}
