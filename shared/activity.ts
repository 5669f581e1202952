import * as z from 'zod';
import { limits } from './limits.ts';
import { pageQuerySchema, pageSchema } from './paging.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';

/** Done; refused by role, state or input; or failed inside the service. */
export const activityResults = ['done', 'refused', 'failed'] as const;

export type ActivityResult = (typeof activityResults)[number];

/** One command: what somebody asked for that changes something, and what came of it. */
export const activityEntrySchema = z
  .object({
    /** Below 1 where somebody else put it there. */
    number: z.int().meta({ description: 'Counted from 1 without a gap' }),
    at: timestampSchema,
    actor_id: z.string().meta({ description: 'The key_id of an API key, or `window`' }),
    actor_name: z.string(),
    actor_hint: z.string().nullable().meta({ description: 'The last four characters of the key’s secret' }),
    role: z.enum(roles),
    operation: z.string(),
    summary: z.string(),
    subject_id: z.string().nullable().meta({ description: 'What it was done to, or what it made' }),
    subject_label: z.string().nullable(),
    result: z.enum(activityResults),
    status: z.int(),
    /** A row that was tampered with is shown as it is. */
    code: z.string().nullable(),
    request_id: z.string(),
    hash: z.string().meta({
      description: 'SHA-256 over the hash of the row before, a line feed, and this row as JSON',
    }),
  })
  .meta({ id: 'ActivityRow' });

export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const activityFilterSchema = z.object({
  operation: z.string().max(limits.idLength).optional(),
  actor: z.string().max(limits.idLength).optional(),
  result: z.enum(activityResults).optional(),
  from: timestampSchema.optional().meta({ description: 'At this moment or later' }),
  to: timestampSchema.optional().meta({ description: 'Before this moment' }),
});

export type ActivityFilter = z.infer<typeof activityFilterSchema>;

const common = { tag: 'Activity', method: 'get', roles: ['admin'], extension: true, status: 200 } as const;

export const listActivity = defineRoute({
  ...common,
  id: 'listActivity',
  path: '/activity',
  summary: 'List who did what, newest first',
  query: activityFilterSchema.extend(pageQuerySchema.shape),
  response: pageSchema(activityEntrySchema).meta({ id: 'ActivityPage' }),
  problems: [],
});

export const exportActivity = defineRoute({
  ...common,
  id: 'exportActivity',
  path: '/activity/export',
  summary: 'The rows that a filter lets through as CSV or JSON, oldest first',
  query: activityFilterSchema.extend({ format: z.enum(['csv', 'json']).default('csv') }),
  response: 'bytes',
  problems: [],
});

/** What the first thing that does not fit is; rows are meant by their number. */
const integrityViolationSchema = z.object({
  /**
   * `changed`: this row, or the one before it, is not as it was written. `missing`: rows from this one on were taken out
   * between others. `cut`: rows from this one to the last were taken out. `added`: this row was never written.
   */
  kind: z.enum(['changed', 'missing', 'cut', 'added']),
  number: z.int(),
  at: timestampSchema.nullable(),
});

export type IntegrityViolation = z.infer<typeof integrityViolationSchema>;

export const verificationReportSchema = z
  .object({
    entries: z.int().min(0).meta({ description: 'How many rows were written in all' }),
    head: z.string().meta({ description: 'The hash of the last row; kept elsewhere, it proves all rows up to it' }),
    violation: integrityViolationSchema
      .nullable()
      .meta({ description: 'The first thing that does not fit; null where all is intact' }),
  })
  .meta({ id: 'Verification' });

export type VerificationReport = z.infer<typeof verificationReportSchema>;

export const verifyActivity = defineRoute({
  ...common,
  id: 'verifyActivity',
  path: '/activity/verification',
  summary: 'Recompute the chain of hashes and name the first row that does not fit',
  response: verificationReportSchema,
  problems: [],
});

export const listActivityEntries = defineRoute({
  ...common,
  id: 'listActivityEntries',
  path: '/activity',
  summary: 'A stretch of the activity, newest first, and how many rows there are',
  query: activityFilterSchema.extend({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(100),
  }),
  response: z.object({ data: z.array(activityEntrySchema), total: z.int().min(0) }),
  problems: ['no_workspace'],
});

/** The values that the filters offer. */
export const listActivityFacets = defineRoute({
  ...common,
  id: 'listActivityFacets',
  path: '/activity-facets',
  summary: 'Who has done something, and what has been done',
  response: z.object({
    actors: z.array(z.object({ actor_id: z.string(), actor_name: z.string(), actor_hint: z.string().nullable() })),
    operations: z.array(z.object({ operation: z.string(), summary: z.string() })),
  }),
  problems: ['no_workspace'],
});
