/** Computes the vector of one text (token ids with special tokens): 384 numbers of unit length. */
export type EmbeddingRuntime = (tokenIds: Int32Array) => Promise<Float32Array>;
