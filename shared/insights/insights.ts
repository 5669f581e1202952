import * as z from 'zod';
import { successDescription } from '../calls/dispositions.ts';
import { latencySummarySchema } from '../calls/turn-latency.ts';
import { dayMs } from '../text/duration.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { filterTimeSchema, timestampSchema } from '../contract/timestamp.ts';

/** A completed call is engaged from this talk time: the recipient stayed after the greeting. */
export const engagedSeconds = 30;

/** The longest period of one request. */
export const insightDaysMax = 366;

/** The most frequent outcomes and agents of a period are returned: a remote can have any number. */
export const insightGroupsMax = 500;

/** The lower ends of the talk time classes, in seconds. The last class has no upper end. */
export const talkTimeClasses = [0, engagedSeconds, 60, 120, 180, 300, 600] as const;

const count = z.int().min(0);

/** Practice calls are not counted. */
export const callCountsSchema = z
  .object({
    placed: count,
    answered: count.meta({ description: 'Completed calls, including those that reached voicemail' }),
    engaged: count.meta({ description: `Answered calls with at least ${engagedSeconds} seconds of talk time` }),
    engaged_with_outcome: count.meta({ description: 'Engaged calls with a disposition' }),
    engaged_successful: count.meta({ description: 'Engaged calls that were successful' }),
    successful: count.meta({ description: successDescription }),
    talk_seconds: count,
  })
  .meta({ id: 'CallCounts' });

export type CallCounts = z.infer<typeof callCountsSchema>;

export const noCalls: CallCounts = {
  placed: 0,
  answered: 0,
  engaged: 0,
  engaged_with_outcome: 0,
  engaged_successful: 0,
  successful: 0,
  talk_seconds: 0,
};

export const callInsightsSchema = z
  .object({
    from: timestampSchema,
    to: timestampSchema,
    time_zone: z.string(),
    totals: callCountsSchema,
    previous: callCountsSchema.meta({
      description:
        'The totals of the previous period: the same local times, as many days earlier as the period is long',
    }),
    without_date: count.meta({
      description: 'The calls of a remote that did not say when it made them, which are not counted in any period',
    }),
    latency: latencySummarySchema.meta({
      description:
        'How long recipients waited for the agents’ turns. Turns without a measured latency are not counted.',
    }),
    first_call_at: timestampSchema.nullable().meta({
      description: 'The hour in which the first call was ever placed, by the agent if one is given',
    }),
    by_day: z
      .array(callCountsSchema.extend({ date: z.iso.date() }))
      .meta({ description: 'Every day of the period in the time zone; a day can have 23 or 25 hours' }),
    by_hour: z.array(callCountsSchema).length(24).meta({ description: 'By hour of day, from midnight' }),
    by_weekday: z.array(callCountsSchema).length(7).meta({ description: 'Monday to Sunday' }),
    by_outcome: z
      .array(z.object({ disposition: z.string(), calls: count, talk_seconds: count }))
      .meta({ description: `The ${insightGroupsMax} most frequent, most frequent first` }),
    by_agent: z
      .array(callCountsSchema.extend({ agent_id: z.string(), agent_name: z.string() }))
      .meta({ description: `The ${insightGroupsMax} with most calls, most calls first` }),
    by_talk_time: z
      .array(z.object({ from_seconds: count, calls: count }))
      .meta({ description: 'Completed calls by talk time; a class ends where the next one begins' }),
  })
  .meta({ id: 'CallInsights' });

export type CallInsights = z.infer<typeof callInsightsSchema>;

/** Local dates of these years have four digits in every time zone. */
export const insightYears = { first: 1970, last: 9998 } as const;

const insightTimeError = `The year must be from ${insightYears.first} to ${insightYears.last}.`;

function isInsightTime(time: string): boolean {
  const year = new Date(time).getUTCFullYear();
  return year >= insightYears.first && year <= insightYears.last;
}

/** The period and the agent of the calls that a route describes. The schema checks them with `isPeriod`. */
export const periodFields = {
  from: filterTimeSchema.refine(isInsightTime, insightTimeError).meta({ description: 'Placed at this time or later' }),
  to: filterTimeSchema
    .refine(isInsightTime, insightTimeError)
    .meta({ description: `Placed before this time, at most ${insightDaysMax} days after \`from\`` }),
  agent: z.string().max(limits.idLength).optional().meta({ description: 'An agent_id' }),
};

export const periodError = {
  path: ['to'],
  error: `The end must be after the start, and at most ${insightDaysMax} days later.`,
};

export const getCallInsights = defineRoute({
  id: 'getCallInsights',
  method: 'get',
  path: '/insights/calls',
  summary: 'Get call insights',
  description:
    'Returns the calls of a period by day, hour, weekday, outcome, agent and talk time. Practice calls are not counted.',
  tag: 'Insights',
  roles,
  extension: true,
  query: z
    .object({
      ...periodFields,
      time_zone: z
        .string()
        .max(limits.idLength)
        .refine(isTimeZone, 'This is not an IANA time zone, such as Europe/Berlin.')
        .default('UTC')
        .meta({ description: 'An IANA time zone, in which days and hours are counted' }),
    })
    .refine(isPeriod, periodError),
  status: 200,
  response: callInsightsSchema,
  problems: [],
});

/** Accepts a day more than the limit, because a period of whole local days can be an hour longer. */
export function isPeriod({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return fromMs < toMs && toMs - fromMs <= (insightDaysMax + 1) * dayMs;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
