import { appRoutes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { app } from './service-clients.ts';
import { isServiceUnreachable, reconnect, setConnection, whenServiceReachable } from './service-connection.ts';

/** Runs a request, and again each time the service can be reached after it could not. */
export async function retryWhenReachable<Result>(request: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(await isUnreachableError(error))) throw error;
      await whenServiceReachable();
    }
  }
}

/**
 * Resolves to whether a request failed because the service cannot be reached, which the banner of the window says. If only
 * the response was lost, another request succeeds.
 */
export async function isUnreachableError(error: unknown): Promise<boolean> {
  if (!isConnectionError(error)) return false;
  if (isServiceUnreachable()) return true;
  try {
    await app(appRoutes.getSession, {});
    return false;
  } catch (cause) {
    if (!isConnectionError(cause)) return false;
    setConnection('lost'); // the stream has not noticed it yet
    reconnect();
    return true;
  }
}

/** Whether there was no response, or the service does not know the window. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Problem ? error.code === 'unauthorized' : error instanceof TypeError;
}
