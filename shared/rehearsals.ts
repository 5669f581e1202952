import * as z from 'zod';
import { acceptedSchema, callParams, mayPlace, newCallSchema, placingProblems, timedTurnSchema } from './calls.ts';
import { limits } from './limits.ts';
import { personas } from './personas.ts';
import { route } from './route.ts';

const common = { tag: 'Rehearsals', method: 'post', roles: mayPlace, extension: true } as const;

/** How a rehearsal goes: as fast as it can be spoken, or at the pace of a real call. */
export const paces = ['fast', 'live'] as const;

export type Pace = (typeof paces)[number];

/** The window's way to place a call where all calls are rehearsals. */
export const placeRehearsal = route({
  ...common,
  id: 'placeRehearsal',
  path: '/rehearsals',
  summary: 'Rehearse a call',
  description: 'The recipient is simulated, or the admin types what it says. Nobody is dialled.',
  json: newCallSchema.extend({
    recipient: z.enum(['simulated', 'typed']).default('simulated'),
    /** Drawn by the call's id where none is named. */
    persona: z.enum(personas).optional(),
    pace: z.enum(paces).default('fast'),
    /** Says that calling this number with this agent again so soon is meant. */
    again: z.boolean().default(false),
  }),
  status: 202,
  answer: acceptedSchema,
  problems: ['no_workspace', 'duplicate_call', ...placingProblems],
});

/** What the agent makes of a typed turn: the turns that were said, the typed one first. */
export const sayTurn = route({
  ...common,
  id: 'sayTurn',
  path: '/rehearsals/{call_id}/turns',
  summary: 'Say something as the recipient and hear the agent’s answer',
  params: callParams,
  json: z.object({ text: z.string().trim().min(1).max(limits.turnLength) }),
  status: 200,
  answer: z.object({ turns: z.array(timedTurnSchema), is_over: z.boolean() }),
  problems: ['no_workspace', 'call_not_found', 'not_in_progress', 'turn_in_flight'],
});

export const hangUp = route({
  ...common,
  id: 'hangUp',
  path: '/rehearsals/{call_id}/end',
  summary: 'Hang up as the recipient',
  description: 'What was said is kept as a completed call.',
  params: callParams,
  status: 200,
  answer: z.object({ call_id: z.string() }),
  problems: ['no_workspace', 'call_not_found', 'not_in_progress'],
});

/** The sound of one turn, as WAV, while its rehearsal goes on. */
export const getTurnSound = route({
  ...common,
  id: 'getTurnSound',
  method: 'get',
  path: '/rehearsals/{call_id}/turns/{position}/sound',
  summary: 'Hear one turn of a rehearsal that is going on',
  params: callParams.extend({ position: z.coerce.number().int().min(0) }),
  status: 200,
  answer: 'bytes',
  problems: ['no_workspace', 'call_not_found', 'not_in_progress', 'range_not_satisfiable'],
});
