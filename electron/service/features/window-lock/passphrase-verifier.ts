import { randomBytes, scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../../../../shared/contract/problems.ts';
import { normalizePassphrase } from '../../../../shared/text/plain-text.ts';

/** The base-2 logarithm of the work of scrypt: 128 MiB and about half a second for each attempt. */
export const windowLockWork = 17;

const [saltBytes, hashBytes] = [16, 32];

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/** Returns the verifier of a passphrase: `scrypt:<salt>:<hash>` in base64. It does not contain the passphrase. */
export async function createVerifier(passphrase: string, work: number): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await hashPassphrase(normalizePassphrase(passphrase), salt, work);
  return ['scrypt', salt.toString('base64'), hash.toString('base64')].join(':');
}

export async function matchesVerifier(passphrase: string, verifier: string, work: number): Promise<boolean> {
  const [, salt = '', hash = ''] = verifier.split(':');
  const expected = Buffer.from(hash, 'base64');
  const actual = await hashPassphrase(normalizePassphrase(passphrase), Buffer.from(salt, 'base64'), work);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hashPassphrase(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  return derive(passphrase, salt, hashBytes, {
    N: 2 ** work,
    r: 8,
    p: 1,
    maxmem: 192 * 1024 ** 2,
  });
}

const maxDelayMs = 30_000;

/** Delays passphrases after wrong ones: 1, 2, 4, … seconds, at most 30. Kept until the application quits. */
export class AttemptLimiter {
  readonly #now: () => number;
  #failures = 0;
  #nextAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the next attempt. A longer time means that the clock was set back, which must not lock out the user. */
  get delayMs(): number {
    const delayMs = this.#nextAt - this.#now();
    return delayMs > maxDelayMs ? 0 : Math.max(delayMs, 0);
  }

  get delaySeconds(): number {
    return Math.ceil(this.delayMs / 1000);
  }

  /**
   * Runs an attempt, unless an earlier one delays it: then it throws Problem `rate_limited`. It counts as a failure from the
   * start, so that many attempts at the same time are not checked.
   */
  async run(attempt: () => Promise<boolean>): Promise<boolean> {
    if (this.delayMs > 0) {
      const seconds = this.delaySeconds;
      throw new Problem('rate_limited', `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    const delayMs = Math.min(1000 * 2 ** this.#failures, maxDelayMs);
    this.#failures += 1;
    this.#nextAt = this.#now() + delayMs;
    try {
      const isRight = await attempt();
      if (isRight) this.reset();
      else this.#nextAt = this.#now() + delayMs;
      return isRight;
    } catch (error) {
      this.#failures -= 1; // nothing was checked
      this.#nextAt = 0;
      throw error;
    }
  }

  reset(): void {
    this.#failures = 0;
    this.#nextAt = 0;
  }
}
