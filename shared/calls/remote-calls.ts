import * as z from 'zod';
import { callAcceptedSchema, callParams, newCallSchema, placeCallProblems, placeCallRoles } from './calls.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainLine, toPlainToken } from '../text/plain-text.ts';

/** The calls of a linked workspace, which its remote makes. They are real calls. */
const common = { tag: 'Remote calls', method: 'post', roles: placeCallRoles, extension: true, status: 200 } as const;

export const placeRemoteCall = defineRoute({
  ...common,
  id: 'placeRemoteCall',
  path: '/remote-calls',
  summary: 'Place a call through the remote',
  description: 'Queues a real call. It is sent as soon as the remote can be reached.',
  json: newCallSchema.extend({
    /** Left out if `remote_agent_id` names the agent. */
    agent_id: newCallSchema.shape.agent_id.optional(),
    /** The ID of an agent on a remote that cannot list its agents. */
    remote_agent_id: z.string().overwrite(toPlainToken).min(1, 'Enter an agent ID.').max(limits.idLength).optional(),
    /** Confirms that the number is called again shortly after the last call. */
    allow_duplicate: z.boolean().default(false),
    /** Why an Admin calls a number on the do-not-call list. It is recorded in the activity. */
    do_not_call_override: z.string().overwrite(toPlainLine).min(1).max(limits.doNotCallOverrideLength).optional(),
  }),
  status: 202,
  response: callAcceptedSchema,
  problems: ['no_workspace', 'not_linked', 'duplicate_call', 'forbidden', ...placeCallProblems],
});

/** Does not wait for the end: the call then changes. */
export const fetchRecording = defineRoute({
  ...common,
  id: 'fetchRecording',
  path: '/calls/{call_id}/recording',
  summary: 'Fetch the recording of a call',
  description: 'Downloads the recording from the remote, even if an earlier download failed.',
  roles,
  readOnly: true,
  params: callParams,
  response: z.object({ is_fetching: z.boolean() }),
  problems: ['no_workspace', 'not_linked', 'call_not_found'],
});

export const maxShiftSeconds = 60;

export const shiftTurnTimes = defineRoute({
  ...common,
  id: 'shiftTurnTimes',
  path: '/calls/{call_id}/turn-times/shift',
  summary: 'Shift the estimated times of a transcript',
  roles,
  readOnly: true,
  params: callParams,
  json: z.object({ seconds: z.number().min(-maxShiftSeconds).max(maxShiftSeconds) }),
  response: z.object({ times: z.literal('estimated') }),
  problems: ['no_workspace', 'not_linked', 'call_not_found', 'not_available_on_remote'],
});
