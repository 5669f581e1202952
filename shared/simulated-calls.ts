import * as z from 'zod';
import {
  callAcceptedSchema,
  callParams,
  placeCallRoles,
  newCallSchema,
  placeCallProblems,
  timedTurnSchema,
} from './calls.ts';
import { limits } from './limits.ts';
import { personas } from './personas.ts';
import { defineRoute } from './route.ts';

const common = { tag: 'Rehearsals', method: 'post', roles: placeCallRoles, extension: true } as const;

/** How a rehearsal goes: as fast as it can be spoken, or at the pace of a real call. */
export const simulationSpeeds = ['fast', 'real_time'] as const;

export type SimulationSpeed = (typeof simulationSpeeds)[number];

/** The window's way to place a call where all calls are rehearsals. */
export const placeSimulatedCall = defineRoute({
  ...common,
  id: 'placeSimulatedCall',
  path: '/simulated-calls',
  summary: 'Rehearse a call',
  description: 'The recipient is simulated, or the admin types what it says. Nobody is dialled.',
  json: newCallSchema.extend({
    mode: z.enum(['simulated', 'practice']).default('simulated'),
    /** Drawn by the call's id where none is named. */
    persona: z.enum(personas).optional(),
    speed: z.enum(simulationSpeeds).default('fast'),
    /** Says that calling this number with this agent again so soon is meant. */
    allow_duplicate: z.boolean().default(false),
  }),
  status: 202,
  response: callAcceptedSchema,
  problems: ['no_workspace', 'duplicate_call', ...placeCallProblems],
});

/** What the agent makes of a typed turn: the turns that were said, the typed one first. */
export const sendTurn = defineRoute({
  ...common,
  id: 'sendTurn',
  path: '/simulated-calls/{call_id}/turns',
  summary: 'Say something as the recipient and hear the agent’s answer',
  params: callParams,
  json: z.object({ text: z.string().trim().min(1).max(limits.practiceTurnLength) }),
  status: 200,
  response: z.object({ turns: z.array(timedTurnSchema), call_ended: z.boolean() }),
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress', 'turn_in_flight'],
});

export const hangUp = defineRoute({
  ...common,
  id: 'hangUp',
  path: '/simulated-calls/{call_id}/end',
  summary: 'Hang up as the recipient',
  description: 'What was said is kept as a completed call.',
  params: callParams,
  status: 200,
  response: z.object({ call_id: z.string() }),
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress'],
});

/** The sound of one turn, as WAV, while its rehearsal goes on. */
export const getTurnAudio = defineRoute({
  ...common,
  id: 'getTurnAudio',
  method: 'get',
  path: '/simulated-calls/{call_id}/turns/{position}/audio',
  summary: 'Hear one turn of a rehearsal that is going on',
  params: callParams.extend({ position: z.coerce.number().int().min(0) }),
  status: 200,
  response: 'bytes',
  problems: ['no_workspace', 'call_not_found', 'call_not_in_progress', 'range_not_satisfiable'],
});
