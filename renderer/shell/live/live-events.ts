import { appRoutes } from '../../../shared/contract/contract.ts';
import { serviceEventSchema, serviceEventTypes, type ServiceEvent } from '../../../shared/contract/events.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { app } from '../../data/service-clients.ts';
import { isServiceUnreachable, setConnection, whenServiceReachable } from '../../data/service-connection.ts';
import { openEventStream } from './event-stream.ts';

type ApplyEvent = (event: ServiceEvent) => void;

let stream: { readonly apply: ApplyEvent; readonly close: () => void } | null = null;

/** Stops the events of the service until `openLiveEvents` is called. */
export function closeLiveEvents(): void {
  stream?.close();
  stream = null;
}

/** Applies the events of the service. The stream reconnects by itself and resumes after the last event. */
export function openLiveEvents(apply: ApplyEvent): void {
  closeLiveEvents();
  const close = openEventStream({
    request: (lastId, signal) =>
      app(appRoutes.streamAppEvents, { signal, ...(lastId !== null && { headers: { 'Last-Event-ID': lastId } }) }),
    onOpen: () => {
      const wasUnreachable = isServiceUnreachable();
      setConnection('open');
      if (wasUnreachable) apply({ type: 'reset' });
    },
    onError: setConnection,
    // Later versions of the service may send types that this window does not know.
    onEvent: ({ type, data }) => {
      if (serviceEventTypes.some((known) => known === type)) apply(serviceEventSchema.parse(JSON.parse(data)));
    },
  });
  stream = { apply, close };
}

/** Connects again at once, if events are applied. */
export function reopenLiveEvents(): void {
  if (stream) openLiveEvents(stream.apply);
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
    reopenLiveEvents();
    return true;
  }
}

/** Whether there was no response, or the service does not know the window. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Problem ? error.code === 'unauthorized' : error instanceof TypeError;
}

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
