import { appRoutes, routeTreePaths } from '../../shared/contract.ts';
import { serviceEventSchema, type ServiceEvent } from '../../shared/events.ts';
import type { StartedService } from './start-service.ts';

export type EventSubscription = {
  /** Resolves with the first event, told already or yet to come, that is wanted. */
  readonly waitFor: (isWanted: (event: ServiceEvent) => boolean) => Promise<ServiceEvent>;
  readonly stop: () => Promise<void>;
};

/** Listens to what the service tells the window from now on. */
export async function subscribeToEvents({ send }: StartedService): Promise<EventSubscription> {
  const { body } = await send(routeTreePaths.app + appRoutes.streamAppEvents.path, {}, 'window');
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The service tells no events.');
  const heard: ServiceEvent[] = [];
  let unread = '';
  return {
    waitFor: async (isWanted) => {
      for (;;) {
        const found = heard.find(isWanted);
        if (found) return found;
        const { value, done } = await reader.read();
        if (done) throw new Error('The service stopped telling events.');
        const parts = (unread + value).split('\n\n');
        unread = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          if (data !== undefined) heard.push(serviceEventSchema.parse(JSON.parse(data)));
        }
      }
    },
    stop: () => reader.cancel(),
  };
}
