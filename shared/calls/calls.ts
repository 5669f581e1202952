import * as z from 'zod';
import { fileBasePaths } from '../contract/base-paths.ts';
import { agentDefinitionSchema } from '../agents/agent-definition.ts';
import { callFilterSchema } from './call-filter.ts';
import { callMetadataSchema } from './call-metadata.ts';
import { authoredReviewSchema, callReviewSchema } from './call-review-fields.ts';
import { callStatuses } from './call-status.ts';
import { modelTurnSchema } from './model-turn.ts';
import { turnLatencySchema } from './turn-latency.ts';
import { turnSpeechSchema } from './turn-speech.ts';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { recipientNumberPattern } from './recipient-number.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { syncFieldsSchema } from '../workspaces/sync.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** `user` is the recipient of a call. In comments, “the user” is the person who uses this application. */
export const speakers = ['agent', 'user'] as const;

export type Speaker = (typeof speakers)[number];

const callIdSchema = z.string().max(limits.idLength);

export const callParams = z.object({ call_id: callIdSchema });

const turnSchema = z.object({ speaker: z.enum(speakers), text: z.string() }).meta({ id: 'Turn' });

export const agentVersionSchema = z.int().min(1).nullable().meta({
  description:
    'The version of the agent that spoke. Null until the call starts, in trials of a draft, and if a remote made the call',
});

export const callSchema = z
  .object({
    call_id: callIdSchema,
    agent_id: z.string(),
    status: z.enum(callStatuses),
    duration_seconds: z.int().min(0).meta({ description: 'Talk time from the answer; 0 until completed' }),
    disposition: z.string().nullable(),
    recording_url: z
      .url()
      .nullable()
      .meta({ description: 'Signed URL, valid for one hour or until the window is locked; null until completed' }),
    agent_version: agentVersionSchema,
    transcript: z.array(turnSchema).meta({ description: 'Empty until completed' }),
  })
  .meta({ id: 'Call' });

export type Call = z.infer<typeof callSchema>;

const callSummarySchema = callSchema.omit({ transcript: true }).meta({ id: 'CallSummary' });

export const newCallSchema = z.object({
  agent_id: z.string().max(limits.idLength),
  recipient_number: z.string().max(limits.titleLength).meta({
    description: 'International format with leading +. A trunk prefix, as in +44 020…, is removed.',
    pattern: recipientNumberPattern.source,
  }),
  metadata: callMetadataSchema.optional(),
});

export const callAcceptedSchema = z
  .object({ call_id: callIdSchema, status: z.literal('queued'), message: z.string() })
  .meta({ id: 'CallAccepted' });

export const placeCallProblems = [
  'agent_unknown',
  'recipient_number_invalid',
  'do_not_call',
  'metadata_invalid',
] as const;

const common = { tag: 'Calls', extension: true, status: 200 } as const;
export const placeCallRoles = ['admin', 'manager'] as const;

export const placeCall = defineRoute({
  id: 'placeCall',
  method: 'post',
  path: '/calls/outbound',
  summary: 'Place a call',
  description: 'Starts an outbound call from an agent to a phone number.',
  tag: 'Calls',
  roles: placeCallRoles,
  extension: false,
  json: newCallSchema,
  status: 202,
  response: callAcceptedSchema,
  problems: placeCallProblems,
});

export const getCall = defineRoute({
  id: 'getCall',
  method: 'get',
  path: '/calls/{call_id}',
  summary: 'Get a call',
  description: 'Returns the call with its transcript and recording URL.',
  tag: 'Calls',
  roles,
  extension: false,
  params: callParams,
  status: 200,
  response: callSchema,
  problems: ['call_not_found'],
});

export const listCalls = defineRoute({
  ...common,
  id: 'listCalls',
  method: 'get',
  path: '/calls',
  summary: 'List calls',
  description:
    'Returns calls without transcripts, newest first. Trials of drafts are left out unless the filter has a mode.',
  roles,
  query: callFilterSchema.extend(pageQuerySchema.shape),
  response: pageSchema(callSummarySchema).meta({ id: 'CallPage' }),
  problems: ['workspace_read_only'],
});

export const cancelCall = defineRoute({
  ...common,
  id: 'cancelCall',
  method: 'post',
  path: '/calls/{call_id}/cancel',
  summary: 'Cancel a call',
  description: 'Ends a call that is queued, ringing or in progress.',
  roles: placeCallRoles,
  params: callParams,
  response: callSchema,
  problems: ['call_not_found', 'not_cancelable', 'not_available_on_remote'],
});

const peaksSchema = z.object({
  per_second: z.number().positive(),
  channels: z
    .tuple([z.array(z.number()), z.array(z.number())])
    .meta({ description: 'Agent, then recipient: peak amplitude of each interval, 0 to 1' }),
});

export const timedTurnSchema = turnSchema
  .extend({
    start_seconds: z.number().min(0).meta({ description: 'Position in the decoded recording' }),
    end_seconds: z.number().min(0),
    passages: z.array(
      z.object({
        document_id: z.string(),
        title: z.string(),
        page: z.int().min(1).nullable(),
        text: z.string().meta({ description: 'Empty if the document was deleted' }),
      }),
    ),
    model_turn: modelTurnSchema.optional().meta({
      description: 'Only in turns whose speaker uses a language model: how the words came about',
    }),
    latency: turnLatencySchema.optional().meta({
      description: 'How long the recipient waited; left out if it was not measured',
    }),
    interrupted: z.literal(true).optional().meta({
      description: 'Only in turns that the other speaker interrupted. Their text is what was heard.',
    }),
    speech: turnSpeechSchema.optional().meta({ description: 'Only if a speech server spoke the turn, or heard it' }),
  })
  .meta({ id: 'TimedTurn' });

export type TimedTurn = z.infer<typeof timedTurnSchema>;

export const turnTimes = ['unknown', 'estimated', 'exact'] as const;

export type TurnTimes = (typeof turnTimes)[number];

export const callTimelineSchema = z
  .object({
    call_id: callIdSchema,
    simulated: z.boolean().meta({ description: 'True if no real call was placed' }),
    agent_version: agentVersionSchema,
    turns: z.array(timedTurnSchema),
    times: z.enum(turnTimes).meta({
      description: 'The source of the times of the turns. Unknown times are 0; estimated ones come from the recording.',
    }),
    has_more_turns: z.boolean().meta({ description: 'True if the call had more turns, which are not stored' }),
    peaks: peaksSchema,
  })
  .meta({ id: 'CallTimeline' });

export type CallTimeline = z.infer<typeof callTimelineSchema>;

export const getCallTimeline = defineRoute({
  ...common,
  id: 'getCallTimeline',
  method: 'get',
  path: '/calls/{call_id}/timeline',
  summary: 'Get the timeline of a call',
  description: 'Returns the time of each turn, the passages that the agent cited, and the waveform peaks.',
  roles,
  params: callParams,
  response: callTimelineSchema,
  problems: ['call_not_found'],
});

/** A text of a call that a search found. */
const searchMatchSchema = z.discriminatedUnion('kind', [
  turnSchema.extend({ kind: z.literal('turn'), position: z.int().min(0), start_seconds: z.number().min(0) }),
  z.object({ kind: z.literal('name'), text: z.string() }),
  z.object({ kind: z.literal('tag'), text: z.string() }),
  z.object({ kind: z.literal('note'), note_id: z.string(), text: z.string(), at_seconds: z.number().min(0) }),
  z.object({ kind: z.literal('metadata'), name: z.string(), text: z.string() }),
]);

export type SearchMatch = z.infer<typeof searchMatchSchema>;

/** A call with the fields that the service specification does not have. */
export const callRecordSchema = callSummarySchema
  .omit({ recording_url: true })
  .extend({
    agent_name: z.string(),
    recipient_number: z.string().meta({ description: 'Empty if a remote made the call and did not send its number' }),
    /** From the metadata, by the workspace's rule; empty if the rule finds no name. */
    recipient_name: z.string(),
    is_success: z.boolean().meta({ description: 'Whether the outcome counts as a success; false until completed' }),
    simulated: z.boolean(),
    /** True if the user plays the recipient. A practice call is free. */
    practice: z.boolean(),
    /** True if the call tried a draft, or an agent in its acceptance test. A trial is free and in no insights. */
    trial: z.boolean(),
    created_at: timestampSchema.nullable().meta({ description: 'Null if a remote made the call and did not say when' }),
    answered_at: timestampSchema.nullable(),
    ended_at: timestampSchema.nullable(),
    has_recording: z.boolean().meta({ description: 'Also false if the recording of a remote was not fetched yet' }),
    /** Why the call failed or was not answered, as a sentence. */
    reason: z.string().nullable(),
    /** The text with the most search words; null without a search. Of several, turns precede the others. */
    match: searchMatchSchema.nullable(),
    ...callReviewSchema.shape,
    ...syncFieldsSchema.shape,
  })
  .meta({ id: 'CallRecord' });

export type CallRecord = z.infer<typeof callRecordSchema>;

export const callSortFields = ['created', 'agent', 'recipient', 'status', 'disposition', 'duration'] as const;

export type CallSortField = (typeof callSortFields)[number];

const callOrderQuerySchema = callFilterSchema.extend({
  sort: z.enum(callSortFields).default('created'),
  descending: z.stringbool().default(true),
});

export const getCallNeighbors = defineRoute({
  ...common,
  id: 'getCallNeighbors',
  method: 'get',
  path: '/calls/{call_id}/neighbors',
  summary: 'Get the calls before and after a call',
  description:
    'Returns the neighbors of the call among the matching calls in the requested order, even if it does not match.',
  roles,
  params: callParams,
  query: callOrderQuerySchema,
  response: z.object({
    previous: callIdSchema.nullable(),
    next: callIdSchema.nullable(),
    /** The number of matching calls before this one. */
    index: z.int().min(0),
    is_match: z.boolean(),
    total: z.int().min(0),
  }),
  problems: ['no_workspace', 'workspace_read_only', 'call_not_found'],
});

export const listCallRecords = defineRoute({
  ...common,
  id: 'listCallRecords',
  method: 'get',
  path: '/calls',
  summary: 'List calls by offset',
  description: 'Returns one range of the matching calls in the requested order, and the total.',
  roles,
  query: callOrderQuerySchema.extend({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(100),
  }),
  response: z.object({
    data: z.array(callRecordSchema),
    total: z.int().min(0),
    /** Calls without a date, which would match without the dates of the filter. */
    without_date: z.int().min(0),
  }),
  problems: ['no_workspace', 'workspace_read_only'],
});

/** The formats in which calls are exported. */
export const callExportFormats = ['csv', 'json'] as const;

export type CallExportFormat = (typeof callExportFormats)[number];

export const exportCalls = defineRoute({
  ...common,
  id: 'exportCalls',
  method: 'get',
  path: '/call-exports',
  summary: 'Export calls',
  description: 'Returns the matching calls with their reviews and notes as a file, newest first.',
  roles,
  query: callFilterSchema.extend({ format: z.enum(callExportFormats).default('csv') }),
  response: 'bytes',
  problems: ['no_workspace', 'workspace_read_only'],
});

export const callDetailsSchema = callRecordSchema.omit({ match: true }).extend({
  ...authoredReviewSchema.shape,
  metadata: callMetadataSchema,
  /** What the agent said in a trial; null in other calls. */
  tried: z
    .object({
      definition: agentDefinitionSchema,
      draft_revision: z.int().min(1),
      /** The build request in its acceptance test; null for the draft of an agent. */
      request_id: z.string().nullable(),
    })
    .nullable(),
  /** The URL is signed and relative to the window's origin; null without a recording. */
  recording: z.object({ url: z.string(), duration_seconds: z.number().positive(), size_bytes: z.int() }).nullable(),
  /** A remote recording that was not fetched; null if there is none, or if it was fetched. */
  remote_recording: z.object({ is_fetching: z.boolean(), error: z.string().nullable() }).nullable(),
});

export type CallDetails = z.infer<typeof callDetailsSchema>;

export const getCallDetails = defineRoute({
  ...common,
  id: 'getCallDetails',
  method: 'get',
  path: '/calls/{call_id}',
  summary: 'Get call details',
  description: 'Returns the call with its metadata and recording.',
  roles,
  params: callParams,
  response: callDetailsSchema,
  problems: ['no_workspace', 'call_not_found'],
});

export const listCallFacets = defineRoute({
  ...common,
  id: 'listCallFacets',
  method: 'get',
  path: '/call-facets',
  summary: 'List call filter values',
  description: 'Returns the dispositions, tags and reviewers that occur, and the most recent recipients.',
  roles,
  response: z.object({
    dispositions: z.array(z.string()),
    tags: z.array(z.string()),
    /** The members, API keys and windows that decided a score. `name` is null for the window and for former ones. */
    reviewers: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    recent_recipients: z.array(
      z.object({
        recipient_number: z.string(),
        /** Empty if the metadata has no name. */
        recipient_name: z.string(),
        agent_id: z.string(),
        metadata: callMetadataSchema,
        placed_at: timestampSchema,
      }),
    ),
  }),
  problems: ['no_workspace'],
});

const recordingParams = z.object({ file: z.string().max(limits.idLength + '.mp3'.length) });

export const getRecording = defineRoute({
  id: 'getRecording',
  method: 'get',
  path: `${fileBasePaths.recordings}/{file}`,
  summary: 'Download a recording',
  description: 'The file is `<call_id>.mp3`. Supports Range requests.',
  tag: 'Calls',
  roles: 'public',
  extension: true,
  params: recordingParams,
  query: z.object({ expires: z.string().max(20).default(''), signature: z.string().max(100).default('') }),
  status: 200,
  response: 'bytes',
  problems: ['signature_invalid', 'recording_missing', 'recording_damaged', 'range_not_satisfiable'],
});
