import { appRoutes } from '../../../shared/contract/contract.ts';
import { serviceEventSchema, serviceEventTypes, type ServiceEvent } from '../../../shared/contract/events.ts';
import { app } from '../../data/service-clients.ts';
import { isServiceUnreachable, setConnection, useConnection } from '../../data/service-connection.ts';
import { openEventStream } from './event-stream.ts';

type ApplyEvent = (event: ServiceEvent) => void;

/**
 * Applies the events of the service while they are not paused. The stream reconnects by itself and resumes after the last
 * event. Returns a function that ends it.
 */
export function openLiveEvents(apply: ApplyEvent): () => void {
  let close = openStream(apply);
  const unsubscribe = useConnection.subscribe(({ isPaused, reconnectCount }, before) => {
    if (isPaused === before.isPaused && reconnectCount === before.reconnectCount) return;
    close();
    if (!isPaused) close = openStream(apply);
  });
  return () => {
    unsubscribe();
    close();
  };
}

function openStream(apply: ApplyEvent): () => void {
  return openEventStream({
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
}
