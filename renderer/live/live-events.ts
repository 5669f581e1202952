import { create } from 'zustand';
import { appRoutes } from '../../shared/contract.ts';
import { serviceEventSchema, serviceEventTypes, type ServiceEvent } from '../../shared/events.ts';
import { app } from '../service-clients.ts';
import { openEventStream } from './event-stream.ts';

/** The stream itself reconnects a `lost` connection, but not a `closed` one. */
type Connection = 'opening' | 'open' | 'lost' | 'closed';

export const useConnection = create<{ readonly connection: Connection }>(() => ({ connection: 'opening' }));

let close: (() => void) | null = null;

/** Stops the events of the service until `openLiveEvents` is called. */
export function closeLiveEvents(): void {
  close?.();
  close = null;
}

/** Applies the events of the service. The stream reconnects by itself and resumes after the last event. */
export function openLiveEvents(apply: (event: ServiceEvent) => void): void {
  closeLiveEvents();
  let wasLost = false;
  close = openEventStream({
    request: (lastId, signal) =>
      app(appRoutes.streamAppEvents, { signal, ...(lastId !== null && { headers: { 'Last-Event-ID': lastId } }) }),
    onOpen: () => {
      setConnection('open');
      if (wasLost) apply({ type: 'reset' });
      wasLost = false;
    },
    onError: (state) => {
      wasLost = true;
      setConnection(state);
    },
    // Later versions of the service may send types that this window does not know.
    onEvent: ({ type, data }) => {
      if (serviceEventTypes.some((known) => known === type)) apply(serviceEventSchema.parse(JSON.parse(data)));
    },
  });
}

function setConnection(connection: Connection): void {
  useConnection.setState({ connection });
}
