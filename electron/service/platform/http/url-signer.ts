import { createHmac, timingSafeEqual } from 'node:crypto';
import type { fileRoutes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { Problem } from '../../../../shared/problems.ts';
import { fillPath } from '../../../../shared/route.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { findSigningSecret, insertSigningSecret } from './signing-key-queries.ts';

type FileRoute = (typeof fileRoutes)[keyof typeof fileRoutes];

const minuteMs = 60_000;

/** Signs URLs of files, which open without an API key for an hour. */
export class UrlSigner {
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  constructor(db: Database, { now, randomBytes }: Pick<Context, 'now' | 'randomBytes'>) {
    this.#secret = loadSigningSecret(db, randomBytes);
    this.#now = now;
  }

  /** Returns `/audio/<name>.mp3?expires=…&signature=…`, the same URL within one minute. */
  sign(route: FileRoute, file: string): string {
    const expires = String((Math.floor(this.#now() / minuteMs) * minuteMs + limits.signedUrlMs) / 1000);
    const path = fillPath(route.path, { file });
    return `${path}?${new URLSearchParams({ expires, signature: this.#computeSignature(path, expires) })}`;
  }

  /** Returns whether a URL was signed by this workspace and has not expired. Its origin does not matter. */
  isSigned({ pathname, searchParams }: URL): boolean {
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.#computeSignature(pathname, expires))];
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
    return Number(expires) * 1000 > this.#now();
  }

  #computeSignature(path: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${path}\n${expires}`).digest('base64url');
  }
}

type SignedUrlRequest = { readonly request: Request; readonly params: { readonly file: string } };

/**
 * Returns the workspace that signed a URL, and the file name in it without its extension. Throws Problem
 * `signature_invalid`.
 */
export function resolveSignedUrl<Workspace extends { readonly services: { readonly urlSigner: UrlSigner } }>(
  workspace: Workspace | undefined,
  extension: `.${string}`,
  { request, params: { file } }: SignedUrlRequest,
): { readonly workspace: Workspace; readonly name: string } {
  if (workspace && file.endsWith(extension) && workspace.services.urlSigner.isSigned(new URL(request.url)))
    return { workspace, name: file.slice(0, -extension.length) };
  throw new Problem('signature_invalid', 'This URL has expired. Request a new one.');
}

/** Returns a function that adds the origin of the request to a path. `URL.origin` is null for the window's own scheme. */
export function createUrlBuilder({ url }: Request): (path: string) => string {
  const { protocol, host } = new URL(url);
  return (path) => `${protocol}//${host}${path}`;
}

/** Returns the signing secret of the workspace, which is created at its first use. */
function loadSigningSecret(db: Database, randomBytes: Context['randomBytes']): Uint8Array {
  const stored = findSigningSecret(db);
  if (stored) return stored;
  const secret = randomBytes(32);
  insertSigningSecret(db, secret);
  return secret;
}
