import { Problem } from '../../../../shared/problems.ts';
import type { CallOutcome, CallProgress, CallJob, CallTransport } from '../calls/call-transport.ts';
import { toAgentProfile, getAgentVoice } from './rehearsal-profile.ts';
import type { SimulationEngines } from './simulated-transport.ts';
import { createDialogueAgent } from './dialogue/agent-mind.ts';
import { drawVoices } from './simulate-conversation.ts';
import { PracticeCall } from './practice-call.ts';

/** A rehearsal in which nobody has said anything for so long ends by itself. */
const defaultIdleMs = 10 * 60 * 1000;

/** Rehearsals in which a person plays the recipient by typing. */
export class PracticeTransport implements CallTransport {
  readonly #options: SimulationEngines;
  readonly #idleMs: number;
  readonly #calls = new Map<string, PracticeCall>();

  constructor(parts: SimulationEngines, options: { readonly idleMs?: number } = {}) {
    this.#options = parts;
    this.#idleMs = options.idleMs ?? defaultIdleMs;
  }

  readonly run = async (call: CallJob, steps: CallProgress, signal: AbortSignal): Promise<CallOutcome> => {
    const { recorder, getKnowledge } = this.#options;
    const voices = drawVoices(call.callId, getAgentVoice(call));
    const recording = recorder.openRecording({ path: call.recordingPath, voices, seed: call.callId, signal });
    const { metadata, callId, orgId } = call;
    const dialogueAgent = createDialogueAgent({
      profile: toAgentProfile(call),
      metadata,
      seed: callId,
      knowledge: getKnowledge(orgId),
    });
    const line = new PracticeCall({
      recording: recording,
      dialogueAgent: dialogueAgent,
      steps,
      signal,
      idleMs: this.#idleMs,
    });
    this.#calls.set(callId, line);
    try {
      return await line.run();
    } catch (error) {
      await recording.abandon();
      throw error;
    } finally {
      this.#calls.delete(callId);
    }
  };

  /** The line of a rehearsal that goes on. Throws Problem `call_not_in_progress`. */
  getOpenCall(callId: string): PracticeCall {
    const line = this.#calls.get(callId);
    if (!line?.isOpen)
      throw new Problem('call_not_in_progress', 'Nobody is on the line: this call is not being rehearsed.');
    return line;
  }
}
