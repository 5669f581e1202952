import { isCallEnded } from '../../shared/call-status.ts';
import type { Call } from '../../shared/calls.ts';
import type { Client } from '../../shared/client.ts';
import { v1Routes } from '../../shared/contract.ts';

/** Polls a call until it has ended, and returns it. */
export async function waitForCall(v1: Client, callId: string, timeoutMs = 60_000): Promise<Call> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const call = await v1(v1Routes.getCall, { params: { call_id: callId } });
    if (isCallEnded(call.status)) return call;
    if (Date.now() > deadline) throw new Error(`${callId} is still ${call.status} after ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
