import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns a body whose pieces are created while it is read. Waits for the event loop before each piece, so that a fast
 * reader does not block other requests. A piece should take a few milliseconds at most.
 */
export function streamText(pieces: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await nextTurn();
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
