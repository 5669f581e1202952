import type { EventHub, PublishedEvent } from './event-hub.ts';

const keepAliveMs = 15_000;

/** A stream with more unread chunks is closed; its client reconnects with Last-Event-ID. */
const maxQueuedChunks = 2_000;

const encoder = new TextEncoder();

/** Streams the hub's events as server-sent events (WHATWG HTML, section 9.2), until `signal` aborts or the reader cancels. */
export function createEventStream(
  hub: EventHub,
  options: {
    readonly lastId: string | null;
    readonly isVisible: (published: PublishedEvent) => boolean;
    /** Called with every new event; true closes the stream. Replayed events are older than the authentication of the stream. */
    readonly shouldClose?: (published: PublishedEvent) => boolean;
    readonly signal: AbortSignal;
  },
): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) < -maxQueuedChunks) end();
          else controller.enqueue(encoder.encode(text));
        };
        const end = () => {
          stop?.();
          controller.close();
        };
        const keepAlive = setInterval(() => send(': keep-alive\n\n'), keepAliveMs);
        keepAlive.unref();
        options.signal.addEventListener('abort', end, { once: true });
        stop = () => {
          clearInterval(keepAlive);
          unsubscribe();
          options.signal.removeEventListener('abort', end);
        };
        send(`retry: 1000\nid: ${hub.lastId}\n\n`);
        let isReplay = true;
        const unsubscribe = hub.subscribe(options.lastId, (published) => {
          if (!isReplay && options.shouldClose?.(published)) end();
          else if (options.isVisible(published)) send(formatServerSentEvent(published));
        });
        isReplay = false;
      },
      cancel: () => stop?.(),
    },
    { highWaterMark: 16 },
  );
}

function formatServerSentEvent({ id, event }: PublishedEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
