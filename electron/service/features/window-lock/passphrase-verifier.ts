import { randomBytes, scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** The base-2 logarithm of the work of scrypt: 128 MiB and about half a second for each attempt. */
export const windowLockWork = 17;

const [saltBytes, hashBytes] = [16, 32];

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/** Returns the verifier of a passphrase: `scrypt:<salt>:<hash>` in base64. It does not contain the passphrase. */
export async function createVerifier(passphrase: string, work: number): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await hashPassphrase(passphrase, salt, work);
  return ['scrypt', salt.toString('base64'), hash.toString('base64')].join(':');
}

export async function matchesVerifier(passphrase: string, verifier: string, work: number): Promise<boolean> {
  const [, salt = '', hash = ''] = verifier.split(':');
  const expected = Buffer.from(hash, 'base64');
  const actual = await hashPassphrase(passphrase, Buffer.from(salt, 'base64'), work);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Keyboards write the same letter in different ways: normalized, they are equal. */
function hashPassphrase(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), salt, hashBytes, { N: 2 ** work, r: 8, p: 1, maxmem: 192 * 1024 ** 2 });
}
