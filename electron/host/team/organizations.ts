import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Directory, ListedWorkspace } from '../../service/platform/db/postgres/directory.ts';
import { createUnavailableProblem } from '../../service/platform/db/postgres/postgres-error.ts';
import type { WorkspaceLock } from '../../service/platform/db/postgres/workspace-lock.ts';
import { hashSecret } from '../../service/features/api-keys/api-key-queries.ts';
import { createUnauthorizedProblem, readSecret } from '../../service/features/api-keys/api-keys.ts';
import { rejectRequest } from '../../service/platform/http/build-response.ts';
import type { RateLimiter } from '../../service/platform/http/rate-limiter.ts';
import { findRouteTree } from '../../service/platform/http/service-paths.ts';
import { workspaceParameter } from '../../service/platform/http/url-signer.ts';
import type { OpenOrganization } from './open-organization.ts';

type OrganizationsOptions = {
  readonly directory: Directory;
  /** Resolves to null if another process has the lock. */
  readonly lock: (id: string) => Promise<WorkspaceLock | null>;
  readonly open: (id: string, lock: WorkspaceLock) => Promise<OpenOrganization>;
  /** Responds to requests that belong to no organization. */
  readonly fetchWithoutOrganization: (request: Request) => Response | Promise<Response>;
  readonly rateLimiter: RateLimiter;
  readonly onError: (error: unknown, id: string) => void;
};

/** Another process that ends needs some time to release its locks. */
const lockWaitMs = 10_000;
const lockIntervalMs = 50;

/** Connections that were lost are noticed this late. */
const checkIntervalMs = 1_000;

/** The organizations that this process serves. Each is opened with its first request, and after its connection was lost. */
export class Organizations {
  readonly #options: OrganizationsOptions;
  /** By the ID of the workspace. */
  readonly #opened = new Map<string, Promise<OpenOrganization>>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: OrganizationsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#closeLost(), checkIntervalMs);
  }

  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    try {
      const workspace = await this.#find(request.headers, url);
      if (!workspace) return await this.#options.fetchWithoutOrganization(request);
      const { service } = await this.#require(workspace.id);
      return await service.fetch(request, 'api');
    } catch (error) {
      if (error instanceof Problem) return rejectRequest(error, url.pathname);
      throw error;
    }
  }

  /** Finds the workspace of a signed URL or an API key. Unknown keys are counted, so that they cannot be tried without limit. */
  async #find(headers: Headers, { pathname, searchParams }: URL): Promise<ListedWorkspace | undefined> {
    const { directory, rateLimiter } = this.#options;
    if (findRouteTree(pathname) === 'files') {
      const id = searchParams.get(workspaceParameter);
      return id === null ? undefined : directory.findById(id);
    }
    const secret = readSecret(headers);
    if (secret === undefined) return undefined;
    const found = await directory.findByKey(hashSecret(secret));
    if (found) return found;
    const { isAllowed, headers: rateLimitHeaders } = rateLimiter.count('unknown', Date.now());
    const { code, message, headers: ownHeaders } = createUnauthorizedProblem(secret);
    if (isAllowed) throw new Problem(code, message, { headers: { ...rateLimitHeaders, ...ownHeaders } });
    const detail = 'Too many requests with unknown API keys. Retry after the time in Retry-After.';
    throw new Problem('rate_limited', detail, { headers: rateLimitHeaders });
  }

  /** Returns the organization, opened if necessary. */
  async #require(id: string): Promise<OpenOrganization> {
    const known = await this.#opened.get(id);
    if (known?.lock.isHeld()) return known;
    if (known) void this.#close(id);
    await this.#closing.get(id);
    return this.#opened.get(id) ?? this.#openOnce(id);
  }

  #openOnce(id: string): Promise<OpenOrganization> {
    const opening = this.#open(id);
    this.#opened.set(id, opening);
    // The next request tries again.
    opening.catch(() => this.#opened.delete(id));
    return opening;
  }

  async #open(id: string): Promise<OpenOrganization> {
    const lock = await this.#waitForLock(id);
    try {
      return await this.#options.open(id, lock);
    } catch (error) {
      this.#options.onError(error, id);
      // The client is not told how the database is reached.
      throw createUnavailableProblem(error);
    }
  }

  async #waitForLock(id: string): Promise<WorkspaceLock> {
    const end = Date.now() + lockWaitMs;
    for (;;) {
      const lock = await this.#options.lock(id);
      if (lock) return lock;
      if (Date.now() > end) throw createUnavailableProblem();
      await delay(lockIntervalMs);
    }
  }

  /** Drops what this process knows about organizations that it may not write any more. */
  async #closeLost(): Promise<void> {
    for (const [id, opening] of this.#opened) {
      const opened = await opening.catch(() => undefined);
      if (opened && !opened.lock.isHeld()) void this.#close(id);
    }
  }

  #close(id: string): Promise<void> {
    const closing = this.#closing.get(id) ?? this.#closeOnce(id);
    this.#closing.set(id, closing);
    return closing;
  }

  async #closeOnce(id: string): Promise<void> {
    const opening = this.#opened.get(id);
    this.#opened.delete(id);
    try {
      const opened = await opening;
      await opened?.close();
    } catch (error) {
      this.#options.onError(error, id);
    } finally {
      this.#closing.delete(id);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#opened.keys()].map((id) => this.#close(id)));
    await Promise.all(this.#closing.values());
  }
}
