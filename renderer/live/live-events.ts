import { appRoutes, routeTreePaths } from '../../shared/contract.ts';
import { serviceEventSchema, serviceEventTypes, type ServiceEvent } from '../../shared/events.ts';
import { setConnection } from './connection-store.ts';

let source: EventSource | null = null;

/** Hears nothing until they are opened again. */
export function closeLiveEvents(): void {
  source?.close();
  source = null;
}

/** Listens to the service until called again; the EventSource reconnects by itself and resumes where it left off. */
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
