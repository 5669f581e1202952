import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Problem } from '../../../shared/contract/problems.ts';
import { hashSecret } from '../../service/features/api-keys/api-key-queries.ts';
import { createUnauthorizedProblem, readSecret } from '../../service/features/api-keys/api-keys.ts';
import type { Directory, ListedWorkspace, Owner } from '../../service/platform/db/postgres/directory.ts';
import { createUnavailableProblem } from '../../service/platform/db/postgres/postgres-error.ts';
import { rejectRequest } from '../../service/platform/http/build-response.ts';
import type { RateLimiter } from '../../service/platform/http/rate-limiter.ts';
import { findRouteTree } from '../../service/platform/http/service-paths.ts';
import { workspaceParameter } from '../../service/platform/http/url-signer.ts';
import { forwardRequest, nodeHeaders, notOwnerHeader, readSmallBody } from './forward-request.ts';
import type { OpenOrganization } from './open-organization.ts';
import type { Organizations } from './organizations.ts';
import type { Peers } from './peers.ts';
import type { NodeRequest } from './start-team-server.ts';

type RequestRouterOptions = {
  readonly directory: Pick<Directory, 'findById' | 'findByKey'>;
  readonly organizations: Pick<Organizations, 'find' | 'open' | 'isDraining'>;
  readonly peers: Pick<Peers, 'getSignal' | 'isSilent'>;
  /** Responds to requests that belong to no organization. */
  readonly fetchWithoutOrganization: (request: Request) => Response | Promise<Response>;
  readonly rateLimiter: RateLimiter;
  /** Called when another node has responded. */
  readonly onForward: () => void;
  /** Where other nodes reach this one, and the secret that they share; null if there are no others. */
  readonly getInternal: () => { readonly address: string; readonly secret: string } | null;
};

/** Longer than a node may be silent and another may take to open its organizations. */
const waitMs = 25_000;
/** A process that ends needs some time to release its locks. */
const shortWaitMs = 3_000;
const intervalMs = 50;

/** A node closes a connection at the same moment as it is used again, or has just lost the organization. */
const maxRefusals = 3;

/** API keys whose workspaces are kept in memory. */
const maxKnown = 10_000;

/** Sends each request to its organization: in this process, or in the one that owns it. */
export class RequestRouter {
  readonly #options: RequestRouterOptions;
  /** The IDs of workspaces by the hashes of API keys that each had, and may have no longer. */
  readonly #known = new Map<string, string>();

  constructor(options: RequestRouterOptions) {
    this.#options = options;
  }

  /** Responds to a request of a client. */
  async fetch(request: Request, node: NodeRequest): Promise<Response> {
    const url = new URL(request.url);
    try {
      const workspace = await this.#find(request.headers, url);
      if (!workspace) return await this.#options.fetchWithoutOrganization(request);
      return await this.#serve(workspace, request, node);
    } catch (error) {
      if (error instanceof Problem) return rejectRequest(error, url.pathname);
      throw error;
    }
  }

  /** Responds to a request of another node. One for an organization of which this node is not the owner is refused. */
  async fetchForwarded(request: Request, node: NodeRequest): Promise<Response> {
    const id = request.headers.get(nodeHeaders.organization) ?? '';
    node.workspaceId = id;
    const opened = await this.#options.organizations.find(id).catch(() => null);
    if (!opened) return new Response(null, { status: 421, headers: { [notOwnerHeader]: '1', Connection: 'close' } });
    return respond(opened, request, node);
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
    const secretHash = hashSecret(secret);
    const own = await this.#findOpen(secretHash);
    if (own) return own;
    const found = await directory.findByKey(secretHash);
    if (found) {
      if (this.#known.size >= maxKnown) this.#known.clear();
      this.#known.set(secretHash, found.id);
      return found;
    }
    const { isAllowed, headers: rateLimitHeaders } = rateLimiter.count('unknown', Date.now());
    const { code, message, headers: ownHeaders } = createUnauthorizedProblem(secret);
    if (isAllowed) throw new Problem(code, message, { headers: { ...rateLimitHeaders, ...ownHeaders } });
    const detail = 'Too many requests with unknown API keys. Retry after the time in Retry-After.';
    throw new Problem('rate_limited', detail, { headers: rateLimitHeaders });
  }

  /** Finds the workspace of a key among those that this process serves, which check the key themselves. */
  async #findOpen(secretHash: string): Promise<ListedWorkspace | undefined> {
    const id = this.#known.get(secretHash);
    if (id === undefined || !(await this.#options.organizations.find(id))) return undefined;
    return { id, owner: null };
  }

  async #serve({ id, owner }: ListedWorkspace, request: Request, node: NodeRequest): Promise<Response> {
    const { directory, organizations, getInternal } = this.#options;
    node.workspaceId = id;
    const startedMs = performance.now();
    let body: Uint8Array | null = null;
    let refusals: { readonly backendPid: number; count: number } = { backendPid: 0, count: 0 };
    for (let next = owner; ;) {
      const opened: OpenOrganization | null = await organizations.find(id);
      if (opened) return respond(opened, withBody(request, body), node);
      if (next && next.backendPid !== refusals.backendPid) refusals = { backendPid: next.backendPid, count: 0 };
      if (next && refusals.count < maxRefusals && this.#canForward(next)) {
        body ??= await readSmallBody(node.incoming);
        if (await this.#forward(id, next, node, body)) return RESPONSE_ALREADY_SENT;
        refusals.count += 1;
      }
      const own = await organizations.open(id);
      if (own) return respond(own, withBody(request, body), node);
      const canOthersTakeIt = getInternal() !== null && !organizations.isDraining;
      if (performance.now() - startedMs > (canOthersTakeIt ? waitMs : shortWaitMs)) throw createUnavailableProblem();
      await delay(intervalMs);
      next = (await directory.findById(id))?.owner ?? null;
    }
  }

  #canForward({ address }: Owner): boolean {
    const { getInternal, peers } = this.#options;
    const internal = getInternal();
    return internal !== null && address !== internal.address && !peers.isSilent(address);
  }

  /** Returns false if the owner has not processed the request, or it may be sent twice. */
  async #forward(
    organization: string,
    { address }: Owner,
    node: NodeRequest,
    body: Uint8Array | null,
  ): Promise<boolean> {
    const { method = 'GET', url = '/' } = node.incoming;
    const result = await forwardRequest(node, {
      address,
      organization,
      secret: this.#options.getInternal()?.secret ?? '',
      origin: new URL(url).origin,
      body,
      signal: this.#options.peers.getSignal(address),
    });
    if (result === 'responded') this.#options.onForward();
    if (result === 'interrupted' && !['GET', 'HEAD'].includes(method)) throw createUnavailableProblem();
    return result === 'responded';
  }
}

/** Returns the request with its body, if that was read already. */
function withBody(request: Request, body: Uint8Array | null): Request {
  if (!body) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: new Uint8Array(body) });
}

function respond(opened: OpenOrganization, request: Request, node: NodeRequest): Response | Promise<Response> {
  if (node.incoming.headers.expect?.toLowerCase() === '100-continue') node.outgoing.writeContinue();
  return opened.fetch(request, node);
}
