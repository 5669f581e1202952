import { serviceEventTypes, type ServiceEvent } from '../../../shared/contract/events.ts';
import type { EventHandlers, EventType, Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { features, type KeyOfPart } from '../features.ts';
import { isNotified, notify } from '../notifications/notify.ts';

const shellEvents = {
  'background.event': ({ event, workspace_id, workspace_name }) =>
    notify(event, { workspace_id, name: workspace_name }),
  reset: () => void invalidate([]),
} as const satisfies EventHandlers;

/** Gets only events of the type under which it is listed. */
type Handler = (event: never) => void;

const parts: readonly Feature[] = [{ name: 'shell', events: shellEvents }, ...features];

const handlers: Readonly<Record<EventType, readonly Handler[]>> = Object.fromEntries(
  serviceEventTypes.map((type) => [type, listHandlers(type)]),
) as Record<keyof typeof shellEvents | KeyOfPart<'events'>, readonly Handler[]>; // fromEntries loses the keys

/** Updates the data of the window after an event of the service. */
export function applyEvent(event: ServiceEvent): void {
  if (isNotified(event)) notify(event);
  for (const handle of handlers[event.type]) handle(event as never); // listed under its type
}

/** Returns the handlers of a type, in the order of the features. */
function listHandlers(type: EventType): readonly Handler[] {
  return parts.flatMap(({ events }) => events?.[type] ?? []);
}
