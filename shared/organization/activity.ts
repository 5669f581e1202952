import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { filterTimeSchema, timestampSchema } from '../contract/timestamp.ts';

/** Done, refused because of role, state or input, or failed inside the service. */
export const activityResults = ['done', 'refused', 'failed'] as const;

export type ActivityResult = (typeof activityResults)[number];

/** One request that changes something, and its outcome. */
export const activityEntrySchema = z
  .object({
    /** Below 1 only if another program inserted the row. */
    number: z.int().meta({ description: 'Counts up from 1 without gaps' }),
    at: timestampSchema,
    actor_id: z.string().meta({
      description: 'The key_id of an API key, the user_id of the member who used the window, `window` or `schedule`',
    }),
    actor_name: z.string(),
    actor_hint: z.string().nullable().meta({ description: 'Last four characters of the key’s secret' }),
    role: z.enum(roles),
    operation: z.string(),
    summary: z.string().meta({ description: 'What happened, in the past tense' }),
    subject_id: z.string().nullable().meta({ description: 'Id of the affected resource' }),
    subject_label: z.string().nullable(),
    result: z.enum(activityResults),
    status: z.int(),
    /** A problem code. Not an enum, because a row that was tampered with is returned as stored. */
    code: z.string().nullable(),
    request_id: z.string(),
    hash: z.string().meta({
      description: 'SHA-256 of the previous entry’s hash, a line feed, and this entry as JSON',
    }),
  })
  .meta({ id: 'ActivityEntry' });

export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const activityFilterSchema = z.object({
  operation: z.string().max(limits.idLength).optional(),
  actor: z.string().max(limits.idLength).optional(),
  result: z.enum(activityResults).optional(),
  from: filterTimeSchema.optional().meta({ description: 'At this time or later' }),
  to: filterTimeSchema.optional().meta({ description: 'Before this time' }),
});

export type ActivityFilter = z.infer<typeof activityFilterSchema>;

const common = { tag: 'Activity', method: 'get', roles: ['admin'], extension: true, status: 200 } as const;

export const listActivity = defineRoute({
  ...common,
  id: 'listActivity',
  path: '/activity',
  summary: 'List activity entries',
  description: 'Returns the entries that match the filters, newest first.',
  query: activityFilterSchema.extend(pageQuerySchema.shape),
  response: pageSchema(activityEntrySchema).meta({ id: 'ActivityPage' }),
  problems: [],
});

export const exportActivity = defineRoute({
  ...common,
  id: 'exportActivity',
  path: '/activity/export',
  summary: 'Export activity entries',
  description: 'Returns the entries that match the filters as CSV or JSON, oldest first.',
  query: activityFilterSchema.extend({ format: z.enum(['csv', 'json']).default('csv') }),
  response: 'bytes',
  problems: [],
});

/** The first entry that breaks the hash chain, by number. */
const integrityViolationSchema = z.object({
  /**
   * `changed`: this row or the one before it was modified. `missing`: rows starting at this one were deleted from the
   * middle. `truncated`: all rows starting at this one were deleted. `added`: another program inserted this row.
   */
  kind: z.enum(['changed', 'missing', 'truncated', 'added']),
  number: z.int(),
  at: timestampSchema.nullable(),
});

export type IntegrityViolation = z.infer<typeof integrityViolationSchema>;

/**
 * Entries that were written, but that the database does not contain: its write-ahead log was damaged, or it was replaced by
 * an older copy. Changes that were made with them are lost as well.
 */
export const activityGapSchema = z.object({
  /** `replaced`: the database has another entry in place of this one. */
  kind: z.enum(['missing', 'replaced']),
  number: z.int().min(1).meta({ description: 'The first entry of the gap' }),
  entries: z.int().min(1),
  after: timestampSchema.nullable().meta({ description: 'Time of the entry before the gap; null if there was none' }),
  until: timestampSchema.meta({ description: 'Time of the last entry of the gap' }),
  detected_at: timestampSchema,
});

export type ActivityGap = z.infer<typeof activityGapSchema>;

export const verificationReportSchema = z
  .object({
    entries: z.int().min(0).meta({ description: 'Number of entries written' }),
    head: z
      .string()
      .meta({ description: 'Hash of the last entry. A copy stored elsewhere proves every entry up to it.' }),
    violation: integrityViolationSchema
      .nullable()
      .meta({ description: 'The first entry that breaks the chain; null if the chain is intact' }),
    gaps: z.array(activityGapSchema).meta({
      description: 'Entries that the database lost, found by comparing it with a head stored outside of it',
    }),
  })
  .meta({ id: 'VerificationReport' });

export type VerificationReport = z.infer<typeof verificationReportSchema>;

export const verifyActivity = defineRoute({
  ...common,
  id: 'verifyActivity',
  path: '/activity/verification',
  summary: 'Verify the activity log',
  description: 'Recomputes the hash chain and returns the first entry that breaks it.',
  response: verificationReportSchema,
  problems: [],
});

/** An entry of the list in the window. The turns of a practice call are one entry there. */
const listedActivityEntrySchema = activityEntrySchema.extend({
  entries: z.int().min(1).meta({ description: 'Number of entries, from this one on, with the same summary' }),
});

export type ListedActivityEntry = z.infer<typeof listedActivityEntrySchema>;

export const listActivityEntries = defineRoute({
  ...common,
  id: 'listActivityEntries',
  path: '/activity',
  summary: 'List activity entries by offset',
  description:
    'Returns one range of the matching entries, newest first, and the total. Turns of a practice call are grouped.',
  query: activityFilterSchema.extend({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(100),
  }),
  response: z.object({
    data: z.array(listedActivityEntrySchema),
    total: z.int().min(0).meta({ description: 'Number of listed entries, each group counted once' }),
    total_entries: z.int().min(0),
  }),
  problems: ['no_workspace'],
});

export const listActivityFacets = defineRoute({
  ...common,
  id: 'listActivityFacets',
  path: '/activity-facets',
  summary: 'List activity filter values',
  description: 'Returns the actors and operations that occur in the activity log.',
  response: z.object({
    actors: z.array(z.object({ actor_id: z.string(), actor_name: z.string(), actor_hint: z.string().nullable() })),
    operations: z.array(z.object({ operation: z.string(), summary: z.string() })),
  }),
  problems: ['no_workspace'],
});
