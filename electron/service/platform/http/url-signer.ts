import { createHmac, timingSafeEqual } from 'node:crypto';
import type { fileRoutes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { Problem } from '../../../../shared/problems.ts';
import { fillPath } from '../../../../shared/route.ts';
import type { Context } from '../context.ts';
import type { WorkspaceSecrets } from '../keychain/keychain.ts';

type FileRoute = (typeof fileRoutes)[keyof typeof fileRoutes];

const minuteMs = 60_000;

/** Signs URLs of files, which open without an API key for an hour. */
export class UrlSigner {
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  constructor(secret: Uint8Array, now: Context['now']) {
    this.#secret = secret;
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

/** Returns the secret of a workspace that signs URLs, which is created at its first use. */
export async function loadSigningSecret(
  secrets: WorkspaceSecrets,
  randomBytes: Context['randomBytes'],
): Promise<Uint8Array> {
  const stored = await secrets.get('url-signing-secret');
  if (stored !== null) return Buffer.from(stored, 'base64');
  const secret = randomBytes(32);
  await secrets.set('url-signing-secret', Buffer.from(secret).toString('base64'));
  return secret;
}
