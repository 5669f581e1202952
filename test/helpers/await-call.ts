import { v1Routes } from '../../shared/contract.ts';
import { isOver } from '../../shared/call-status.ts';
import type { Call } from '../../shared/calls.ts';
import type { Client } from '../../shared/client.ts';

/** Asks until the call is over. Throws where it takes longer than `timeoutMs`. */
export async function awaitCall(v1: Client, callId: string, timeoutMs = 60_000): Promise<Call> {
  const startedAt = performance.now();
  for (;;) {
    const call = await v1(v1Routes.getCall, { params: { call_id: callId } });
    if (isOver(call.status)) return call;
    if (performance.now() - startedAt > timeoutMs) throw new Error(`Call ${callId} is still ${call.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
