import { expect, test } from 'vitest';
import { EventHub, type PublishedEvent } from '../../../electron/service/platform/events/event-hub.ts';

const deleted = (document_id: string) => ({ type: 'document.deleted', document_id }) as const;

function listen(hub: EventHub, lastId: string | null) {
  const heard: PublishedEvent[] = [];
  const stop = hub.subscribe(lastId, (published) => heard.push(published));
  return {
    heard,
    stop,
    types: () => heard.map(({ event }) => ('document_id' in event ? event.document_id : event.type)),
  };
}

test('delivers published events until the listener unsubscribes', () => {
  const hub = new EventHub('run');
  const listener = listen(hub, null);
  hub.publish(deleted('a'), 'org');
  listener.stop();
  hub.publish(deleted('b'), 'org');
  expect(listener.types()).toEqual(['a']);
});

test('replays exactly the missed events', () => {
  const hub = new EventHub('run');
  const first = listen(hub, null);
  for (const name of ['a', 'b', 'c']) hub.publish(deleted(name), 'org');
  expect(listen(hub, first.heard[0]?.id ?? '').types()).toEqual(['b', 'c']);
  expect(listen(hub, hub.lastId).types()).toEqual([]);
  expect(listen(new EventHub('run'), 'run-0').types()).toEqual([]);
});

test('sends reset if the missed events are unknown: another run, or too long ago', () => {
  const hub = new EventHub('run');
  hub.publish(deleted('a'), 'org');
  expect(listen(hub, 'earlier-7').types()).toEqual(['reset']);
  const forgotten = hub.lastId;
  for (let count = 0; count < 5_000; count++) hub.publish(deleted('x'), 'org');
  expect(listen(hub, forgotten).types()).toEqual(['reset']);
});
