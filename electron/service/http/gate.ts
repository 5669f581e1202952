import { Problem } from '../../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { House } from '../workspaces/house.ts';
import { authenticateKey, carriesKey, windowPrincipal, type Principal } from './authenticate.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { Gate } from './route-tree.ts';

/** Lets a request in by its key, or as the window's; counts it, also when it is turned away. */
export function createGate(context: Context, house: House): Gate {
  const limiter = new RateLimiter(context.rateLimitPerMinute);

  return (request, caller) => {
    const now = context.now();
    const workspace = house.current;
    const identify = (): Principal =>
      caller === 'window' && !carriesKey(request.headers)
        ? windowPrincipal(workspace)
        : authenticateKey(request.headers, workspace, now);
    let principal: Principal;
    try {
      principal = identify();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { headers } = limiter.count('without a key', now);
      throw new Problem(error.code, error.message, { headers: { ...headers, ...error.headers } });
    }
    const { isAllowed, headers } = limiter.count(principal.keyId, now);
    if (isAllowed) return { principal, workspace, headers };
    throw new Problem(
      'rate_limited',
      `This key may send ${context.rateLimitPerMinute} requests a minute. Wait as Retry-After says.`,
      { headers },
    );
  };
}
