import { serviceEventTypes, type ServiceEvent } from '../../../shared/contract/events.ts';
import type { EventType, Feature } from '../../data/feature.ts';
import { queryClient } from '../../data/query-client.ts';
import { features } from '../features.ts';
import { isNotified, notify } from '../notifications/notify.ts';

const shell = {
  name: 'shell',
  events: {
    'background.event': ({ event, workspace_id, workspace_name }) =>
      notify(event, { workspace_id, name: workspace_name }),
    reset: () => void queryClient.invalidateQueries(),
  },
} as const satisfies Feature;

/** Gets only events of the type under which it is listed. */
type Handler = (event: never) => void;

type HandledType<Part> = Part extends { readonly events: infer Events } ? keyof Events : never;

/** Does not compile if neither the shell nor a feature handles a type of the contract. */
const handlers: Readonly<Record<EventType, readonly Handler[]>> = groupHandlers([shell, ...features]);

/** Updates the data of the window after an event of the service. */
export function applyEvent(event: ServiceEvent): void {
  if (isNotified(event)) notify(event);
  for (const handle of handlers[event.type]) handle(event as never); // listed under its type
}

/** Returns the handlers of each type, in the order of the parts. */
function groupHandlers<Part extends Feature>(
  parts: readonly Part[],
): Readonly<Record<HandledType<Part>, readonly Handler[]>> {
  return Object.fromEntries(
    serviceEventTypes.map((type) => [type, parts.flatMap(({ events }) => events?.[type] ?? [])]),
  ) as Record<HandledType<Part>, readonly Handler[]>; // fromEntries loses the keys
}
