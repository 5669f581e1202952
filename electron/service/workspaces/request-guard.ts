import { Problem } from '../../../shared/problems.ts';
import type { Context } from '../platform/context.ts';
import type { WorkspaceManager } from './workspace-manager.ts';
import {
  authenticateKey,
  hasCredentials,
  createWindowPrincipal,
  type Principal,
} from '../features/api-keys/authenticate.ts';
import { RateLimiter } from '../platform/http/rate-limiter.ts';
import type { RequestGuard } from '../platform/http/route-tree.ts';

/** Lets a request in by its key, as the window's, or where no key is needed; counts it, also when it is turned away. */
export function createRequestGuard(context: Context, house: WorkspaceManager): RequestGuard {
  const limiter = new RateLimiter(context.rateLimitPerMinute);

  /** Counts a request; gives the fields that tell what is left, or throws 429. */
  const pass = (key: string, now: number) => {
    const { isAllowed, headers } = limiter.count(key, now);
    if (isAllowed) return headers;
    const detail = `At most ${context.rateLimitPerMinute} requests a minute are answered. Wait as Retry-After says.`;
    throw new Problem('rate_limited', detail, { headers });
  };

  return (request, caller, isOpen) => {
    const now = context.now();
    const workspace = house.current;
    if (isOpen)
      return { principal: anonymousPrincipal, workspace, headers: pass(caller === 'window' ? 'window' : 'open', now) };
    const identify = (): Principal =>
      caller === 'window' && !hasCredentials(request.headers)
        ? createWindowPrincipal(workspace, house.windowRole)
        : authenticateKey(request.headers, workspace, now);
    let principal: Principal;
    try {
      principal = identify();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Counted apart: whoever has no key must not use up what opens recordings and invoices.
      const { headers } = limiter.count('refused', now);
      throw new Problem(error.code, error.message, { headers: { ...headers, ...error.headers } });
    }
    return { principal, workspace, headers: pass(principal.keyId, now) };
  };
}

/** Who asks at an address that needs no key. */
const anonymousPrincipal: Principal = { keyId: '', orgId: '', role: 'viewer' };
