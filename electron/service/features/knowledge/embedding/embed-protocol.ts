export type EmbedPriority = 'query' | 'ingest';

/** Which engine computes: the native one where its binary is, else WebAssembly. `automatic` finds out. */
export type RuntimeChoice = 'automatic' | 'onnx' | 'wasm';

/** What the embedding worker is started with. */
export interface EmbedWorkerData {
  readonly modelDir: string;
  readonly runtime: RuntimeChoice;
  readonly threads: number;
}

/** To the worker. Token ids of all texts stand one after another, special tokens included. */
export type EmbedRequest =
  | {
      readonly kind: 'embed';
      readonly jobId: number;
      readonly priority: EmbedPriority;
      readonly tokenIds: Int32Array;
      readonly lengths: Int32Array;
    }
  | { readonly kind: 'cancel'; readonly jobId: number }
  /** Ends the worker once the text that is being embedded is done. */
  | { readonly kind: 'close' };

/** From the worker. A job that was cancelled gets no reply. */
export type EmbedReply =
  | { readonly kind: 'embedded'; readonly jobId: number; readonly vectors: Float32Array }
  | { readonly kind: 'failed'; readonly jobId: number; readonly error: unknown };
