// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { CallJob, CallOutcome, CallProgress, CallTransport } from '../calls/call-transport.ts';
import type { VoiceActivity } from '../speech/listening/voice-activity.ts';
import { openAgent } from './open-agent.ts';
import { PracticeCall } from './practice-call.ts';
import { pickVoices, type SimulationDependencies } from './simulated-transport.ts';

/** A practice call ends after this much time without a message. */
const defaultIdleMs = 10 * 60 * 1000;

/** The audio of an ended call stays available this long, because the window plays the agent's goodbye after the end. */
const audioRetentionMs = 60 * 1000;

type PracticeDependencies = SimulationDependencies & { readonly voiceActivity: VoiceActivity };

/** Runs calls in which the user plays the recipient, by typing or speaking. */
export class PracticeTransport implements CallTransport {
  readonly #engines: PracticeDependencies;
  readonly #idleMs: number;
  readonly #calls = new Map<string, PracticeCall>();

  constructor(engines: PracticeDependencies, options: { readonly idleMs?: number } = {}) {
    this.#engines = engines;
    this.#idleMs = options.idleMs ?? defaultIdleMs;
  }

  readonly run = async (call: CallJob, progress: CallProgress, signal: AbortSignal): Promise<CallOutcome> => {
    const { recorder, speechServers, getKnowledge } = this.#engines;
    const { callId, recordingPath } = call;
    const speech = await speechServers.open();
    const {
      agent: dialogueAgent,
      takeSearchMs,
      close,
    } = await openAgent(call, {
      ...this.#engines,
      knowledge: getKnowledge(call),
      captureAnswer: progress.captureAnswer,
      signal,
    });
    const voices = pickVoices(callId, call.definition.voice);
    const recording = recorder.openRecording({
      path: recordingPath,
      voices,
      agentRatePercent: call.definition.speaking_rate_percent,
      agentVoice: speech.voice,
      holdsAgent: true,
      seed: callId,
      signal,
    });
    const practiceCall = new PracticeCall({
      recording,
      dialogueAgent,
      takeSearchMs,
      progress,
      signal,
      voiceActivity: this.#engines.voiceActivity,
      transcriber: speech.transcriber,
      idleMs: this.#idleMs,
      maxTalkSeconds: call.definition.max_talk_minutes * 60,
    });
    this.#calls.set(callId, practiceCall);
    try {
      return await practiceCall.run();
    } catch (error) {
      await recording.abandon();
      throw error;
    } finally {
      close();
      speech.close();
      setTimeout(() => this.#calls.delete(callId), audioRetentionMs).unref();
    }
  };

  /** Returns the practice call in progress. Throws Problem `call_not_in_progress`. */
  getOpenCall(callId: string): PracticeCall {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall?.isOpen) throw new Problem('call_not_in_progress', 'This practice call is not in progress.');
    return practiceCall;
  }

  /**
   * Returns the audio of a turn, or of one of the agent's sentences, as WAV. Throws Problem `call_not_in_progress` from a minute after
   * the end of the call.
   */
  findAudioClip(callId: string, position: number, sentence?: number): Uint8Array | undefined {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall) throw new Problem('call_not_in_progress', 'The audio of this practice call is no longer kept.');
    return practiceCall.findAudioClip(position, sentence);
  }
}
