import { create } from 'zustand';
import { appRoutes, routeTreePaths } from '../../shared/contract.ts';
import { serviceEventSchema, serviceEventTypes, type ServiceEvent } from '../../shared/events.ts';

/** The EventSource itself reconnects a `lost` connection, but not a `closed` one. */
type Connection = 'opening' | 'open' | 'lost' | 'closed';

export const useConnection = create<{ readonly connection: Connection }>(() => ({ connection: 'opening' }));

let source: EventSource | null = null;

/** Stops the events of the service until `openLiveEvents` is called. */
export function closeLiveEvents(): void {
  source?.close();
  source = null;
}

/** Applies the events of the service. The EventSource reconnects by itself and resumes after the last event. */
export function openLiveEvents(apply: (event: ServiceEvent) => void): void {
  closeLiveEvents();
  const opened = new EventSource(`${routeTreePaths.app}${appRoutes.streamAppEvents.path}`);
  source = opened;
  let wasLost = false;
  opened.addEventListener('open', () => {
    setConnection('open');
    if (wasLost) apply({ type: 'reset' });
    wasLost = false;
  });
  opened.addEventListener('error', () => {
    wasLost = true;
    setConnection(opened.readyState === EventSource.CLOSED ? 'closed' : 'lost');
  });
  for (const type of serviceEventTypes)
    opened.addEventListener(type, (message: MessageEvent<string>) => {
      apply(serviceEventSchema.parse({ ...(JSON.parse(message.data) as object), type })); // checked by the schema
    });
}

function setConnection(connection: Connection): void {
  useConnection.setState({ connection });
}
