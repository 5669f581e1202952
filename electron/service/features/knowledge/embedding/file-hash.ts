import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The SHA-256 of bytes, in lower-case hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a file that must have this SHA-256, so that what is used is exactly what was checked. */
export async function readVerifiedFile(path: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const found = hashBytes(bytes);
  if (found !== sha256) throw new Error(`${path} is not the file expected: its SHA-256 is ${found}, not ${sha256}.`);
  return bytes;
}
