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

/** Requests to the embedding worker. */
export type EmbedProtocol = {
  readonly embed: {
    /** `tokenIds` concatenates all texts, special tokens included. */
    readonly input: { readonly tokenIds: Int32Array; readonly lengths: Int32Array };
    readonly result: Float32Array;
  };
};
