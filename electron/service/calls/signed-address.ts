import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileRoutes } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { fillPath } from '../../../shared/route.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';

const minuteMs = 60_000;

/** Gives recordings addresses that open without a key for an hour, and knows its own again. */
export class AddressSigner {
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  constructor(db: Database, { now, randomBytes }: Pick<Context, 'now' | 'randomBytes'>) {
    this.#secret = readSecret(db, randomBytes);
    this.#now = now;
  }

  /** `/audio/<call_id>.mp3?expires=…&signature=…`, the same within one minute. */
  sign(callId: string): string {
    const expires = String((Math.floor(this.#now() / minuteMs) * minuteMs + limits.signedUrlMs) / 1000);
    const path = fillPath(fileRoutes.getRecording.path, { file: `${callId}.mp3` });
    return `${path}?${new URLSearchParams({ expires, signature: this.#signatureOf(callId, expires) })}`;
  }

  isValid(callId: string, { expires, signature }: { readonly expires: string; readonly signature: string }): boolean {
    const [given, own] = [Buffer.from(signature), Buffer.from(this.#signatureOf(callId, expires))];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return false;
    return Number(expires) * 1000 > this.#now();
  }

  #signatureOf(callId: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${callId}\n${expires}`).digest('base64url');
  }
}

/** The workspace's own secret, made when it is needed first. */
function readSecret(db: Database, randomBytes: Context['randomBytes']): Uint8Array {
  const read = () => db.get<{ readonly secret: Uint8Array }>('SELECT secret FROM signing_key WHERE id = 1')?.secret;
  const found = read();
  if (found) return found;
  const secret = randomBytes(32);
  db.transaction(() => db.run('INSERT INTO signing_key (id, secret) VALUES (1, ?)', secret));
  return secret;
}
