import * as z from 'zod';

/** What was heard through the microphone in a practice call. */
export const heardEventSchema = z.discriminatedUnion('kind', [
  /** The user has spoken for half a second: an agent that speaks stops. */
  z.object({ kind: z.literal('interruption') }),
  /** What the user has said up to now. */
  z.object({ kind: z.literal('heard'), text: z.string() }),
  /** The user has said something, and waits for the agent. */
  z.object({ kind: z.literal('turn'), id: z.int().min(1), text: z.string() }),
  /** It was noise, or the agent's own voice: an agent that was interrupted continues. */
  z.object({ kind: z.literal('nothing') }),
  /** What the user said could not be transcribed. */
  z.object({ kind: z.literal('failed'), detail: z.string() }),
]);

export type HeardEvent = z.infer<typeof heardEventSchema>;
