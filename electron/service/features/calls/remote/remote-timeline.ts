import * as z from 'zod';
import { limits } from '../../../../../shared/contract/limits.ts';
import { count, line, list, remoteIdSchema, text } from '../../remote/remote-values.ts';

const seconds = z
  .number()
  .min(0)
  .max(24 * 60 * 60);

const passagesMax = 20;

const passageSchema = z.object({
  document_id: remoteIdSchema.nullish().transform((id) => id ?? null),
  title: line(limits.titleLength),
  page: count.transform((page) => page || null),
  text: text(limits.remoteTextLength),
});

const timelineSchema = z.object({
  simulated: z.boolean(),
  has_more_turns: z.boolean().nullish(),
  turns: z.array(
    z.object({
      speaker: z.enum(['agent', 'user']),
      text: z.string().max(limits.remoteTextLength),
      start_seconds: seconds,
      end_seconds: seconds,
      passages: list(passageSchema, passagesMax),
    }),
  ),
});

/** The timeline of a call, an extension of this application. */
export type RemoteTimeline = z.output<typeof timelineSchema>;

/** Returns null for a response that is not a timeline: the call is then stored without one. */
export function readRemoteTimeline(body: unknown): RemoteTimeline | null {
  const parsed = timelineSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
