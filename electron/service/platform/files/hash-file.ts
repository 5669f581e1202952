import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Returns the SHA-256 of a file in hexadecimal digits. `onBytes` is called with the size of each part that was read. */
export async function hashFile(path: string, onBytes: (bytes: number) => void = () => {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    onBytes(part.length);
  }
  return hash.digest('hex');
}
