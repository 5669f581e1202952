import { Problem } from '../../../shared/problems.ts';
import { authenticateKey, hasCredentials } from '../features/api-keys/authenticate.ts';
import type { Context } from '../platform/context.ts';
import { anonymousPrincipal, windowKeyId, type Principal } from '../platform/http/principal.ts';
import type { RateLimiter } from '../platform/http/rate-limiter.ts';
import type { RequestGuard } from '../platform/http/route-tree.ts';
import type { WorkspaceServices } from './open-workspace.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

type RequestGuardOptions = {
  readonly context: Context;
  readonly rateLimiter: RateLimiter;
  readonly workspaces: WorkspaceManager;
};

/** Creates the guard of all route trees: it authenticates the window or an API key, and counts every request. */
export function createRequestGuard(options: RequestGuardOptions): RequestGuard<WorkspaceServices> {
  const { context, rateLimiter, workspaces } = options;

  /** Counts a request and returns the rate limit headers. Throws 429. */
  const count = (key: string) => {
    const { isAllowed, headers } = rateLimiter.count(key, context.now());
    if (isAllowed) return headers;
    const detail = `The limit is ${context.rateLimitPerMinute} requests per minute. Retry after the time in Retry-After.`;
    throw new Problem('rate_limited', detail, { headers });
  };

  return (request, caller, isPublic) => {
    const workspace = workspaces.current;
    if (isPublic) {
      const headers = count(caller === 'window' ? windowKeyId : 'public');
      return { principal: anonymousPrincipal, workspace, headers, requireActiveKey: () => {} };
    }
    if (caller === 'window' && !hasCredentials(request.headers)) {
      const principal: Principal = { keyId: windowKeyId, orgId: workspace?.orgId ?? '', role: workspaces.windowRole };
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
    return { principal, workspace, headers: count(principal.keyId), requireActiveKey: authenticate };
  };
}
