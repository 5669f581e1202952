import * as z from 'zod';

/** How the words of a turn came about if a language model speaks for the agent or for a simulated recipient. */
export const modelTurnSchema = z
  .object({
    model: z.string(),
    host: z.string().meta({ description: 'The server to which the text of the call was sent' }),
    fallback: z
      .string()
      .nullable()
      .meta({ description: 'Why rules answered instead of the model; null if the model answered' }),
    cut: z.string().nullable().meta({
      description: 'Why the model’s answer ended early, after the sentences that were spoken; null if it is complete',
    }),
    unsupported: z.array(z.string()).meta({
      description: 'The sentences that no passage, no data of the call and no instruction of the agent supports',
    }),
    total_ms: z.int().min(0).meta({ description: 'From the end of the turn before to the whole answer' }),
    cost_usd: z.number().min(0).nullable().meta({ description: 'Null if the prices or the tokens are not known' }),
  })
  .meta({ id: 'ModelTurn' });

export type ModelTurn = z.infer<typeof modelTurnSchema>;
