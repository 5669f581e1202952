import { EventLines } from '../../../shared/contract/event-lines.ts';
import { Problem } from '../../../shared/contract/problems.ts';

export type ServerSentEvent = { readonly type: string; readonly data: string };

type EventStreamOptions = {
  /** Requests the stream. Throws a Problem if the service rejects it. `lastId` is the last event before a reconnect. */
  readonly request: (lastId: string | null, signal: AbortSignal) => Promise<Response>;
  readonly onOpen: () => void;
  readonly onEvent: (event: ServerSentEvent) => void;
  /** The connection was lost and will be opened again, or the service does not know the window. */
  readonly onError: (state: 'lost' | 'signed_out') => void;
};

const reconnectDelayMs = 1_000;

/**
 * Reads server-sent events with fetch, because an EventSource cannot send the header that identifies the window. Reconnects
 * and resumes after the last event, as an EventSource does. Returns a function that closes the stream.
 */
export function openEventStream(options: EventStreamOptions): () => void {
  const closing = new AbortController();
  void keepOpen(options, closing.signal);
  return () => closing.abort();
}

async function keepOpen(options: EventStreamOptions, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  while (!signal.aborted) {
    try {
      const { body } = await options.request(lastId, signal);
      if (signal.aborted) return;
      options.onOpen();
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      const lines = new EventLines();
      const fields = new Map<string, string>();
      for (;;) {
        const { value = '', done = true } = (await reader?.read()) ?? {};
        if (done) break;
        for (const line of lines.add(value)) {
          if (line !== '') {
            const [, name = '', text = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
            fields.set(name, text);
            continue;
          }
          lastId = fields.get('id') ?? lastId;
          const [type, data] = [fields.get('event'), fields.get('data')];
          fields.clear();
          if (type !== undefined && data !== undefined && !signal.aborted) deliver(options, { type, data });
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.code === 'unauthorized') return options.onError('signed_out');
      options.onError('lost');
    }
    await waitOrAbort(reconnectDelayMs, signal);
  }
}

/** An event that cannot be applied must not end the stream. */
function deliver({ onEvent }: EventStreamOptions, event: ServerSentEvent): void {
  try {
    onEvent(event);
  } catch (error) {
    reportError(error);
  }
}

function waitOrAbort(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', finish);
  });
}
