import type { Client } from '../../../shared/contract/client.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { serviceEventSchema, type ServiceEvent } from '../../../shared/contract/events.ts';

export type EventSubscription = {
  /** Resolves to the first past or future event that matches. */
  readonly waitFor: (isMatch: (event: ServiceEvent) => boolean) => Promise<ServiceEvent>;
  /** Resolves to the first match after the event that the previous wait resolved to. */
  readonly waitForNext: (isMatch: (event: ServiceEvent) => boolean) => Promise<ServiceEvent>;
  readonly stop: () => Promise<void>;
};

/** Subscribes to the service events of the open workspace. */
export async function subscribeToEvents(v1: Client): Promise<EventSubscription> {
  return openEventStream(await v1(v1Routes.streamEvents, {}));
}

/** Reads the events of a response. It waits for one event at a time. */
export function openEventStream({ body }: Response): EventSubscription {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The service returned no event stream.');
  const events: ServiceEvent[] = [];
  let unread = '';
  let nextIndex = 0;
  const readMore = async () => {
    const { value, done } = await reader.read();
    if (done) throw new Error('The event stream ended.');
    const parts = (unread + value).split('\n\n');
    unread = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data !== undefined) events.push(serviceEventSchema.parse(JSON.parse(data)));
    }
  };
  const findFrom = async (start: number, isMatch: (event: ServiceEvent) => boolean): Promise<ServiceEvent> => {
    for (let index = start; ; index++) {
      while (index >= events.length) await readMore();
      const event = events[index];
      if (!event || !isMatch(event)) continue;
      nextIndex = index + 1;
      return event;
    }
  };
  return {
    waitFor: (isMatch) => findFrom(0, isMatch),
    waitForNext: (isMatch) => findFrom(nextIndex, isMatch),
    stop: () => reader.cancel(),
  };
}

/** Returns the first accepted result of `read`, which is called now and after each relevant event. */
export async function readUntil<Value>(
  events: EventSubscription,
  isRelevant: (event: ServiceEvent) => boolean,
  read: () => Promise<Value>,
  isAccepted: (value: Value) => boolean,
): Promise<Value> {
  try {
    for (;;) {
      const value = await read();
      if (isAccepted(value)) return value;
      await events.waitForNext(isRelevant);
    }
  } finally {
    await events.stop();
  }
}
