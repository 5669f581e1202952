// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { CallJob, CallOutcome, CallProgress, CallTransport } from '../calls/call-transport.ts';
import { createDialogueAgent } from './dialogue/dialogue-agent.ts';
import { PracticeCall } from './practice-call.ts';
import { pickVoices, toAgentProfile, type SimulationDependencies } from './simulated-transport.ts';

/** A practice call ends after this much time without a message. */
const defaultIdleMs = 10 * 60 * 1000;

/** The audio of an ended call stays available this long, because the window plays the agent's goodbye after the end. */
const audioRetentionMs = 60 * 1000;

/** Runs calls in which the user plays the recipient by typing. */
export class PracticeTransport implements CallTransport {
  readonly #engines: SimulationDependencies;
  readonly #idleMs: number;
  readonly #calls = new Map<string, PracticeCall>();

  constructor(engines: SimulationDependencies, options: { readonly idleMs?: number } = {}) {
    this.#engines = engines;
    this.#idleMs = options.idleMs ?? defaultIdleMs;
  }

  readonly run = async (call: CallJob, progress: CallProgress, signal: AbortSignal): Promise<CallOutcome> => {
    const { recorder, getKnowledge } = this.#engines;
    const { metadata, callId, orgId, recordingPath } = call;
    const voices = pickVoices(callId, call.agent.voice);
    const recording = recorder.openRecording({ path: recordingPath, voices, seed: callId, signal });
    const dialogueAgent = createDialogueAgent({
      profile: toAgentProfile(call),
      metadata,
      seed: callId,
      knowledge: getKnowledge(orgId),
    });
    const practiceCall = new PracticeCall({ recording, dialogueAgent, progress, signal, idleMs: this.#idleMs });
    this.#calls.set(callId, practiceCall);
    try {
      return await practiceCall.run();
    } catch (error) {
      await recording.abandon();
      throw error;
    } finally {
      setTimeout(() => this.#calls.delete(callId), audioRetentionMs).unref();
    }
  };

  /** Returns the practice call in progress. Throws Problem `call_not_in_progress`. */
  getOpenCall(callId: string): PracticeCall {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall?.isOpen) throw new Problem('call_not_in_progress', 'This practice call is not in progress.');
    return practiceCall;
  }

  /** Returns the audio of a turn, as WAV. Throws Problem `call_not_in_progress` from a minute after the end of the call. */
  findAudioClip(callId: string, position: number): Uint8Array | undefined {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall) throw new Problem('call_not_in_progress', 'The audio of this practice call is no longer kept.');
    return practiceCall.findAudioClip(position);
  }
}
