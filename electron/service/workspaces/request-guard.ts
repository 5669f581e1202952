import { Problem } from '../../../shared/contract/problems.ts';
import { authenticateKey, hasCredentials } from '../features/api-keys/api-keys.ts';
import type { Context } from '../platform/context.ts';
import { anonymousPrincipal, windowKeyId, type Principal } from '../platform/http/principal.ts';
import type { ResponseHeaders } from '../platform/http/build-response.ts';
import type { RateLimiter } from '../platform/http/rate-limiter.ts';
import type { RequestGuard } from '../platform/http/route-tree.ts';
import type { WorkspaceServices } from './open-workspace.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

type RequestGuardOptions = {
  readonly context: Context;
  readonly rateLimiter: RateLimiter;
  readonly workspaces: WorkspaceManager;
};

/** Creates the guard of `/v1` and `/app`: it authenticates the window or an API key, and counts every request. */
export function createRequestGuard(options: RequestGuardOptions): RequestGuard<WorkspaceServices> {
  const { context, rateLimiter, workspaces } = options;
  const count = createRequestCounter(options);
  return (request, caller, isPublic) => {
    const workspace = workspaces.current;
    if (isPublic) {
      const headers = count(caller === 'window' ? windowKeyId : 'public');
      return { principal: anonymousPrincipal, workspace, headers, requireActiveKey: () => {} };
    }
    if (caller === 'window' && !hasCredentials(request.headers)) {
      const principal = workspaces.windowPrincipal;
      return { principal, workspace, headers: count(windowKeyId), requireActiveKey: () => {} };
    }
    const authenticate = () => authenticateKey(request.headers, workspace?.services.apiKeys, context.now());
    let principal: Principal;
    try {
      principal = authenticate();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Counted separately: requests without a valid key must not use up the limit of public routes.
      const { headers } = rateLimiter.count('unauthorized', context.now());
      throw new Problem(error.code, error.message, { headers: { ...headers, ...error.headers } });
    }
    const requireActiveKey = () => {
      if (authenticate().role !== principal.role)
        throw new Problem('forbidden', 'Your role was changed during the request, so nothing was changed.');
    };
    return { principal, workspace, headers: count(principal.keyId), requireActiveKey };
  };
}

/**
 * Creates the guard of signed URLs. A failed signature is counted separately: requests without a valid signature must not use up
 * the limit of those that have one. The route itself then rejects them.
 */
export function createSignedUrlGuard(options: RequestGuardOptions): RequestGuard<WorkspaceServices> {
  const guardOtherPaths = createRequestGuard(options);
  const count = createRequestCounter(options);
  return (request, caller, isPublic) => {
    if (!isPublic) return guardOtherPaths(request, caller, isPublic);
    const workspace = options.workspaces.current;
    const isSigned = workspace?.services.urlSigner.isSigned(new URL(request.url)) ?? false;
    const sender = caller === 'window' ? windowKeyId : isSigned ? 'signed' : 'unsigned';
    return { principal: anonymousPrincipal, workspace, headers: count(sender), requireActiveKey: () => {} };
  };
}

/** Returns a function that counts a request of a sender and returns the rate limit headers. It throws 429. */
function createRequestCounter({ context, rateLimiter }: RequestGuardOptions): (sender: string) => ResponseHeaders {
  return (sender) => {
    const { isAllowed, headers } = rateLimiter.count(sender, context.now());
    if (isAllowed) return headers;
    const detail = `The limit is ${context.rateLimitPerMinute} requests per minute. Retry after the time in Retry-After.`;
    throw new Problem('rate_limited', detail, { headers });
  };
}
