import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A body whose pieces are made as it is read. Between two of them others have their turn: whoever reads as fast as this is
 * made would leave none to anybody else, so that a piece should take a few milliseconds at most.
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
