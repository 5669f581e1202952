import { isCallEnded } from '../../../shared/calls/call-status.ts';
import type { Call, CallTimeline } from '../../../shared/calls/calls.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { readUntil, subscribeToEvents } from './subscribe-to-events.ts';

/** Waits until a call has ended, and returns it. */
export function waitForCall(v1: Client, callId: string): Promise<Call> {
  return waitForStatus(v1, callId, isCallEnded);
}

/** Waits until the status of a call is accepted, and returns the call. */
export async function waitForStatus(
  v1: Client,
  callId: string,
  isAccepted: (status: Call['status']) => boolean,
): Promise<Call> {
  return readUntil(
    await subscribeToEvents(v1),
    (event) => event.type === 'call.changed' && event.call_id === callId && isAccepted(event.status),
    () => v1(v1Routes.getCall, { params: { call_id: callId } }),
    ({ status }) => isAccepted(status),
  );
}

/** Waits until a call has `count` turns, and returns its turns. */
export async function waitForTurns(v1: Client, callId: string, count: number): Promise<CallTimeline['turns']> {
  const { turns } = await readUntil(
    await subscribeToEvents(v1),
    (event) => event.type === 'call.turn_added' && event.call_id === callId && event.position >= count - 1,
    () => v1(v1Routes.getCallTimeline, { params: { call_id: callId } }),
    (timeline) => timeline.turns.length >= count,
  );
  return turns;
}
