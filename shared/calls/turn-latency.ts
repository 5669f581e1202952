import * as z from 'zod';

const milliseconds = z.int().min(0);

/** How long the recipient waited for the agent's turn, and how long each step took. */
export const turnLatencySchema = z
  .object({
    response_ms: milliseconds.meta({
      description: 'From the end of the recipient’s turn to the sound of the agent’s first sentence',
    }),
    retrieval_ms: milliseconds
      .nullable()
      .meta({ description: 'The search in documents; null if the agent did not search' }),
    first_token_ms: milliseconds.nullable().meta({
      description: 'From the request to the first token of a language model; null if rules answered',
    }),
    first_sound_ms: milliseconds.meta({
      description: 'From the agent’s first word, or the first token, to the sound of its first sentence',
    }),
  })
  .meta({ id: 'TurnLatency' });

export type TurnLatency = z.infer<typeof turnLatencySchema>;

/** Each value of a turn's latency, in the order in which they are shown. */
export const latencyFields = ['response_ms', 'retrieval_ms', 'first_token_ms', 'first_sound_ms'] as const;

export type LatencyField = (typeof latencyFields)[number];

/** Half of the turns took at most `p50_ms`, and nine of ten at most `p90_ms`. */
export const percentilesSchema = z.object({ turns: z.int().min(1), p50_ms: milliseconds, p90_ms: milliseconds });

export type Percentiles = z.infer<typeof percentilesSchema>;

const nullablePercentiles = percentilesSchema.nullable();

/** Null without a turn that has the value. */
export const latencySummarySchema = z
  .object({
    response_ms: nullablePercentiles,
    retrieval_ms: nullablePercentiles,
    first_token_ms: nullablePercentiles,
    first_sound_ms: nullablePercentiles,
  } satisfies Record<LatencyField, z.ZodType>)
  .meta({ id: 'LatencySummary' });

export type LatencySummary = z.infer<typeof latencySummarySchema>;

/** The number of turns that took a time. */
export type CountedTime = { readonly ms: number; readonly turns: number };

/** Computes the percentiles by their nearest rank, from times in ascending order. Returns null without times. */
export function findPercentiles(times: readonly CountedTime[]): Percentiles | null {
  const turns = times.reduce((sum, time) => sum + time.turns, 0);
  if (turns === 0) return null;
  const findRank = (share: number) => {
    let remaining = Math.ceil(turns * share);
    for (const time of times) {
      remaining -= time.turns;
      if (remaining <= 0) return time.ms;
    }
    return 0;
  };
  return { turns, p50_ms: findRank(0.5), p90_ms: findRank(0.9) };
}

/** Summarizes the turns of a call. Turns without a latency do not count. */
export function summarizeLatency(turns: readonly { readonly latency?: TurnLatency | undefined }[]): LatencySummary {
  const summarize = (field: LatencyField) =>
    findPercentiles(
      turns
        .flatMap(({ latency }) => latency?.[field] ?? [])
        .toSorted((a, b) => a - b)
        .map((ms) => ({ ms, turns: 1 })),
    );
  return {
    response_ms: summarize('response_ms'),
    retrieval_ms: summarize('retrieval_ms'),
    first_token_ms: summarize('first_token_ms'),
    first_sound_ms: summarize('first_sound_ms'),
  };
}
