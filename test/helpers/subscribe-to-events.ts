import { appRoutes, routeTreePaths } from '../../shared/contract.ts';
import { serviceEventSchema, type ServiceEvent } from '../../shared/events.ts';
import type { StartedService } from './start-service.ts';

export type EventSubscription = {
  /** Resolves to the first past or future event that matches. */
  readonly waitFor: (isMatch: (event: ServiceEvent) => boolean) => Promise<ServiceEvent>;
  readonly stop: () => Promise<void>;
};

/** Subscribes to the service events of the window. */
export async function subscribeToEvents({ send }: StartedService): Promise<EventSubscription> {
  const { body } = await send(routeTreePaths.app + appRoutes.streamAppEvents.path, {}, 'window');
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The service returned no event stream.');
  const events: ServiceEvent[] = [];
  let unread = '';
  return {
    waitFor: async (isMatch) => {
      for (;;) {
        const found = events.find(isMatch);
        if (found) return found;
        const { value, done } = await reader.read();
        if (done) throw new Error('The event stream ended.');
        const parts = (unread + value).split('\n\n');
        unread = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          if (data !== undefined) events.push(serviceEventSchema.parse(JSON.parse(data)));
        }
      }
    },
    stop: () => reader.cancel(),
  };
}
