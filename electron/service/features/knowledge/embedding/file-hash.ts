import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Returns the SHA-256 of bytes as lowercase hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a file and throws if its SHA-256 differs, so that the bytes in use are exactly the verified ones. */
export async function readVerifiedFile(path: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const found = hashBytes(bytes);
  if (found !== sha256) throw new Error(`${path} is not the expected file: its SHA-256 is ${found}, not ${sha256}.`);
  return bytes;
}
