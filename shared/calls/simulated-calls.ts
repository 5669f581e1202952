import * as z from 'zod';
import {
  callAcceptedSchema,
  callParams,
  placeCallRoles,
  newCallSchema,
  placeCallProblems,
  timedTurnSchema,
} from './calls.ts';
import { heardEventSchema } from './practice-voice.ts';
import { limits } from '../contract/limits.ts';
import { personas } from '../agents/personas.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainLine, toPlainText } from '../text/plain-text.ts';

const common = { tag: 'Simulated calls', method: 'post', roles: placeCallRoles, extension: true } as const;

/** As fast as the speech can be synthesized, or in real time. */
export const simulationSpeeds = ['fast', 'real_time'] as const;

export type SimulationSpeed = (typeof simulationSpeeds)[number];

export const placeSimulatedCall = defineRoute({
  ...common,
  id: 'placeSimulatedCall',
  path: '/simulated-calls',
  summary: 'Start a simulated call',
  description: 'The recipient is simulated, or played by the user. No real call is placed.',
  json: newCallSchema.extend({
    /** Left out if `request_id` names the agent. */
    agent_id: newCallSchema.shape.agent_id.optional(),
    /** Tries the draft of the agent instead of its published version. The call is free, and marked as a trial. */
    trial: z.boolean().default(false),
    /** Tries the agent of a build request that is in its acceptance test. */
    request_id: z.string().max(limits.idLength).optional(),
    /** A practice call is not metered. */
    mode: z.enum(['simulated', 'practice']).default('simulated'),
    /** Chosen at random, seeded by the call id, if omitted. */
    persona: z.enum(personas).optional(),
    speed: z.enum(simulationSpeeds).default('fast'),
    /** Confirms that the number is called again shortly after the last call. */
    allow_duplicate: z.boolean().default(false),
    /** Why an Admin calls a number on the do-not-call list. It is recorded in the activity. */
    do_not_call_override: z.string().overwrite(toPlainLine).min(1).max(limits.doNotCallOverrideLength).optional(),
  }),
  status: 202,
  response: callAcceptedSchema,
  problems: [
    'no_workspace',
    'duplicate_call',
    'forbidden',
    'not_available_on_remote',
    'agent_draft_missing',
    'agent_definition_invalid',
    'request_not_found',
    'request_not_in_uat',
    ...placeCallProblems,
  ],
});

export const sendTurn = defineRoute({
  ...common,
  id: 'sendTurn',
  path: '/simulated-calls/{call_id}/turns',
  summary: 'Send a turn as the recipient',
  description: 'Returns the new turns, starting with the one that was sent.',
  params: callParams,
  json: z.object({
    text: z.string().overwrite(toPlainText).min(1).max(limits.practiceTurnLength),
    heard: z
      .object({ position: z.int().min(0), seconds: z.number().min(0).max(limits.practiceHeardSeconds) })
      .nullable()
      .default(null)
      .meta({
        description: 'What was heard of the agent’s turn that this turn interrupts; null if it interrupts none',
      }),
    voice_turn: z
      .int()
      .min(1)
      .nullable()
      .default(null)
      .meta({ description: 'The turn that was heard through the microphone; null if it was typed' }),
  }),
  status: 200,
  response: z.object({
    position: z.int().min(0).meta({ description: 'Of the turn that was sent, from 0' }),
    turns: z.array(timedTurnSchema),
    call_ended: z.boolean(),
  }),
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress', 'turn_in_flight'],
});

export const sendVoice = defineRoute({
  ...common,
  id: 'sendVoice',
  path: '/simulated-calls/{call_id}/voice',
  summary: 'Send microphone audio',
  description: 'Returns what was heard since the last request. A turn that was heard is then sent with its text.',
  params: callParams,
  readOnly: true,
  json: z.object({
    samples: z.base64().max(limits.voiceChunkLength).meta({ description: '16-bit samples at 16 kHz, little-endian' }),
    mode: z.enum(['open', 'push']).meta({ description: 'Whether the user talks freely, or while a key is held' }),
    ends: z.boolean().default(false).meta({ description: 'The key was released' }),
  }),
  status: 200,
  response: z.object({ events: z.array(heardEventSchema) }),
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress', 'speech_server_unusable'],
});

export const hangUp = defineRoute({
  ...common,
  id: 'hangUp',
  path: '/simulated-calls/{call_id}/end',
  summary: 'Hang up as the recipient',
  description: 'Ends a practice call and keeps it as a completed call.',
  params: callParams,
  status: 200,
  response: z.object({ call_id: z.string() }),
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress'],
});

export const getTurnAudio = defineRoute({
  ...common,
  id: 'getTurnAudio',
  method: 'get',
  path: '/simulated-calls/{call_id}/turns/{position}/audio',
  summary: 'Get the audio of a turn',
  description:
    'Returns one turn of a practice call as WAV, or one sentence of the agent while it speaks, until a minute after the call has ended.',
  params: callParams.extend({ position: z.coerce.number().int().min(0) }),
  query: z.object({
    sentence: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The number of a sentence of the agent, from 0' }),
  }),
  status: 200,
  response: 'bytes',
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress', 'range_not_satisfiable'],
});
