export type EmbedPriority = 'query' | 'ingest';

/** Computes the vector of one text (token ids with special tokens): 384 numbers of unit length. */
export type EmbeddingRuntime = (tokenIds: Int32Array) => Promise<Float32Array>;

/** The engine that computes vectors. `automatic` uses the native one if its binary is installed, otherwise WebAssembly. */
export type RuntimeChoice = 'automatic' | 'onnx' | 'wasm';

/** Start parameters of the embedding worker. */
export type EmbedWorkerData = {
  readonly modelDir: string;
  readonly runtime: RuntimeChoice;
  readonly threads: number;
};

/** Messages to the worker. `tokenIds` concatenates all texts, special tokens included. */
export type EmbedRequest =
  | {
      readonly kind: 'embed';
      readonly jobId: number;
      readonly priority: EmbedPriority;
      readonly tokenIds: Int32Array;
      readonly lengths: Int32Array;
    }
  | { readonly kind: 'cancel'; readonly jobId: number }
  /** Stops the worker after its current text. */
  | { readonly kind: 'close' };

/** Messages from the worker. A canceled job gets no reply. */
export type EmbedReply =
  | { readonly kind: 'embedded'; readonly jobId: number; readonly vectors: Float32Array }
  | { readonly kind: 'failed'; readonly jobId: number; readonly error: unknown };
