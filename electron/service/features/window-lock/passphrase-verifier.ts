import { randomBytes, scrypt, timingSafeEqual, type BinaryLike } from 'node:crypto';
import { promisify } from 'node:util';

/** 128 MiB and about half a second for each attempt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 ** 2 };
const [saltBytes, hashBytes] = [16, 32];

const derive = promisify<BinaryLike, BinaryLike, number, typeof cost, Buffer>(scrypt);

/** Returns what a passphrase is checked against, as `scrypt:<salt>:<hash>` in base64. It does not contain the passphrase. */
export async function createVerifier(passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await hashPassphrase(passphrase, salt);
  return ['scrypt', salt.toString('base64'), hash.toString('base64')].join(':');
}

export async function matchesVerifier(passphrase: string, verifier: string): Promise<boolean> {
  const [, salt = '', hash = ''] = verifier.split(':');
  const expected = Buffer.from(hash, 'base64');
  const actual = await hashPassphrase(passphrase, Buffer.from(salt, 'base64'));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Keyboards write the same letter in different ways: normalized, they are equal. */
function hashPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), salt, hashBytes, cost);
}
