import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { fileRoutes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { fillPath } from '../../../../shared/contract/route.ts';
import type { Context } from '../context.ts';
import type { WorkspaceSecrets } from '../keychain/keychain.ts';

type FileRoute = (typeof fileRoutes)[keyof typeof fileRoutes];

const minuteMs = 60_000;

type SignerContext = Pick<Context, 'now' | 'randomBytes' | 'settings'>;

const settingsKey = 'signedUrlsSince';

/** Ends the validity of every URL that was signed until now, by any workspace. */
export function endSignedUrls(context: Pick<Context, 'settings' | 'now'>): void {
  context.settings.set(settingsKey, Math.max(context.now(), readEarliest(context)) + 1);
}

/** Returns the time before which no URL is valid that was signed. */
function readEarliest({ settings }: Pick<Context, 'settings'>): number {
  return z.number().catch(0).parse(settings.get(settingsKey));
}

/** The query parameter with the ID of the workspace that signed a URL. */
export const workspaceParameter = 'workspace';

/**
 * Signs URLs of files, which open without an API key for an hour, or until the window is locked. The secret is in the keychain.
 * Until that can be read, another one signs, which is not stored: it would replace the one in the keychain.
 */
export class UrlSigner {
  readonly #workspaceId: string;
  readonly #stored: WorkspaceSecrets;
  readonly #context: SignerContext;
  readonly #temporarySecret: Uint8Array;
  #secret: Uint8Array | undefined;

  private constructor(workspaceId: string, stored: WorkspaceSecrets, context: SignerContext) {
    this.#workspaceId = workspaceId;
    this.#stored = stored;
    this.#context = context;
    this.#temporarySecret = context.randomBytes(32);
  }

  static async load(workspaceId: string, stored: WorkspaceSecrets, context: SignerContext): Promise<UrlSigner> {
    const signer = new UrlSigner(workspaceId, stored, context);
    await signer.readSecret();
    return signer;
  }

  /** Reads the secret of the workspace, if the keychain can be read. It is created at its first use. */
  async readSecret(): Promise<void> {
    const stored = this.#secret ? undefined : await this.#stored.read('url-signing-secret');
    if (stored === undefined) return;
    this.#secret = stored === null ? this.#temporarySecret : Buffer.from(stored, 'base64');
    if (stored === null)
      await this.#stored.set('url-signing-secret', Buffer.from(this.#temporarySecret).toString('base64'));
  }

  /** Returns `/audio/<name>.mp3?workspace=…&expires=…&signature=…`, the same URL within one minute. */
  sign(route: FileRoute, file: string): string {
    const minute = Math.floor(this.#context.now() / minuteMs) * minuteMs;
    const signedAt = Math.max(minute, readEarliest(this.#context));
    const expires = String((signedAt + limits.signedUrlMs) / 1000);
    const path = fillPath(route.path, { file });
    const signature = this.#computeSignature(path, expires, this.#secret);
    return `${path}?${new URLSearchParams({ [workspaceParameter]: this.#workspaceId, expires, signature })}`;
  }

  /** Returns whether a URL was signed by this workspace and has not expired. Its origin does not matter. */
  isSigned({ pathname, searchParams }: URL): boolean {
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    const isValid = [this.#secret, this.#temporarySecret].some((secret) =>
      isEqual(signature, this.#computeSignature(pathname, expires, secret)),
    );
    const expiresMs = Number(expires) * 1000;
    const isCurrent = Math.round(expiresMs - limits.signedUrlMs) >= readEarliest(this.#context);
    return isValid && isCurrent && expiresMs > this.#context.now();
  }

  #computeSignature(path: string, expires: string, secret = this.#temporarySecret): string {
    return createHmac('sha256', secret).update(`${path}\n${expires}`).digest('base64url');
  }
}

function isEqual(signature: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
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
