import type { Embedder } from './embedder.ts';
import type { TokenRows } from './token-rows.ts';

export type EmbeddedText = {
  readonly text: string;
  /** The tokens of the built-in model, if they are known. They can include the headings above the text. */
  readonly tokenIds?: readonly number[];
};

export type EmbedTextsOptions = {
  /** Questions can have another prefix than passages. */
  readonly role: 'question' | 'passage';
  /** A search waits for an interactive request, which therefore fails early. Default: batch. */
  readonly priority?: 'interactive' | 'batch';
  readonly lane?: string;
  readonly signal?: AbortSignal;
};

/** Turns texts into vectors of unit length: the built-in model, a file, or a server. */
export type TextEmbedder = {
  /** Stored with each vector. Vectors with different fingerprints must not be compared. */
  readonly fingerprint: string;
  readonly dimensions: number;
  readonly isBuiltIn: boolean;
  /** Converts a cosine to the scale of the built-in model, to which the weights of answers are fitted. */
  readonly toSimilarity: (cosine: number) => number;
  /** Returns the vectors, concatenated. Rejects with SearchModelError if the model cannot be used now. */
  readonly embed: (texts: readonly EmbeddedText[], options: EmbedTextsOptions) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
};

/** A model that cannot be used now. The message is a sentence for the user and contains no secret. */
export class SearchModelError extends Error {
  override readonly name = 'SearchModelError';
  /** What to do about it, as a sentence. */
  readonly fix: string;
  /** Milliseconds to wait before the next attempt; null if the server did not ask for a time. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    fix: string,
    options: { readonly retryAfterMs?: number | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.fix = fix;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** The built-in model as a model of a workspace. All workspaces share it, so `close` does nothing. */
export function createBuiltInModel(embedder: Embedder): TextEmbedder {
  return {
    fingerprint: embedder.fingerprint,
    dimensions: embedder.dimensions,
    isBuiltIn: true,
    toSimilarity: (cosine) => cosine,
    embed: (texts, { priority, lane, signal }) =>
      embedder.embed(
        texts.map(({ text, tokenIds }) => tokenIds ?? embedder.encode(text)),
        { ...(priority && { priority }), ...(lane !== undefined && { lane }), ...(signal && { signal }) },
      ),
    close: async () => {},
  };
}

/** Returns the vector of each text. A search waits for them. */
export async function embedEach(
  model: Pick<TextEmbedder, 'dimensions' | 'embed'>,
  texts: readonly string[],
  role: EmbedTextsOptions['role'],
): Promise<readonly Float32Array[]> {
  const vectors = await model.embed(
    texts.map((text) => ({ text })),
    { role, priority: 'interactive' },
  );
  const { dimensions } = model;
  return texts.map((_, index) => vectors.slice(index * dimensions, (index + 1) * dimensions));
}

/** What is asked is at the end of a question. */
const maxQuestionTokens = 60;

/** Returns a function that reads the rows of each text's tokens. They are empty if this computer cannot compute them. */
export function createTokenReader({ encode, readTokens }: Pick<Embedder, 'encode' | 'readTokens'>) {
  return (texts: readonly string[], role: EmbedTextsOptions['role']): Promise<readonly TokenRows[]> =>
    readTokens(texts.map((text) => (role === 'question' ? encode(text).slice(-maxQuestionTokens) : encode(text))));
}

/** Copies a vector to `vectors` with unit length. Returns whether its numbers are finite and not all zero. */
export function addUnitVector(vector: ArrayLike<number>, vectors: Float32Array, offset: number): boolean {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) return false;
  for (let i = 0; i < vector.length; i++) vectors[offset + i] = (vector[i] ?? 0) / length;
  return true;
}

/** Puts the prefix of its role before a text. */
export function addPrefix(
  text: string,
  { question_prefix, passage_prefix }: { readonly question_prefix: string; readonly passage_prefix: string },
  role: EmbedTextsOptions['role'],
): string {
  const prefix = role === 'question' ? question_prefix : passage_prefix;
  return prefix === '' ? text : `${prefix} ${text}`;
}
