import * as z from 'zod';

/** How a turn was spoken, or heard, if a speech server took part. */
export const turnSpeechSchema = z
  .object({
    model: z.string(),
    host: z.string().meta({ description: 'The server that received what was said' }),
    fallback: z
      .string()
      .nullable()
      .meta({ description: 'Why the built-in voice spoke at least one sentence; null if the server spoke all' }),
  })
  .meta({ id: 'TurnSpeech' });

export type TurnSpeech = z.infer<typeof turnSpeechSchema>;
