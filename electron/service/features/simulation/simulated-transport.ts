import type { CallOutcome, CallProgress, CallJob, CallTransport } from '../calls/call-transport.ts';
import { startSimulationClock, type SimulationClock } from './rehearsal-pace.ts';
import { toAgentProfile, getAgentVoice } from './rehearsal-profile.ts';
import { simulateConversation, drawVoices, type ConversationEvent } from './simulate-conversation.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';
import type { Recorder, RecordingHandle } from '../speech/recorder.ts';

export type SimulationEngines = {
  readonly recorder: Recorder;
  readonly getKnowledge: (orgId: string) => SimulationKnowledge;
};

/** Rehearses a call with a simulated recipient: nobody is dialled, and both voices are made here. */
export function createSimulatedTransport({ recorder, getKnowledge }: SimulationEngines): CallTransport {
  return {
    run: async (call, steps, signal) => {
      const open = () => {
        const voices = drawVoices(call.callId, getAgentVoice(call));
        return recorder.openRecording({ path: call.recordingPath, voices, seed: call.callId, signal });
      };
      const player = new ConversationRecorder(open, steps, startSimulationClock(call.speed, signal));
      try {
        return await runConversation(call, player, getKnowledge(call.orgId), steps, signal);
      } catch (error) {
        await player.abandon();
        throw error;
      }
    },
  };
}

async function runConversation(
  call: CallJob,
  player: ConversationRecorder,
  knowledge: SimulationKnowledge,
  steps: CallProgress,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { callId, metadata, persona } = call;
  steps.reportRinging();
  const lines = simulateConversation({ profile: toAgentProfile(call), metadata, callId, persona, knowledge });
  for (;;) {
    const { value, done } = await lines.next();
    signal.throwIfAborted();
    if (!done) {
      await player.record(value);
      continue;
    }
    if (value.status === 'completed') return player.finish(value.disposition);
    await player.abandon();
    return value;
  }
}

/** Makes the lines of a conversation heard, and tells each when its moment has come. */
class ConversationRecorder {
  readonly #openRecording: () => RecordingHandle;
  readonly #steps: CallProgress;
  readonly #clock: SimulationClock;
  #openedRecording: RecordingHandle | undefined;
  /** Rings that nobody has had to hear yet: a call that is not answered needs no recording. */
  #pendingRings = 0;
  /** Where the last line ended in the recording. */
  #endSeconds = 0;
  #answeredSeconds = 0;

  constructor(open: () => RecordingHandle, steps: CallProgress, clock: SimulationClock) {
    this.#openRecording = open;
    this.#steps = steps;
    this.#clock = clock;
  }

  get #recording(): RecordingHandle {
    return (this.#openedRecording ??= this.#openRecording());
  }

  async record(line: ConversationEvent): Promise<void> {
    switch (line.kind) {
      case 'ring': {
        this.#pendingRings += line.ringCount;
        if (this.#clock.isLive) await this.#recordPendingRings();
        return;
      }
      case 'answered': {
        await this.#recordPendingRings();
        this.#answeredSeconds = this.#endSeconds;
        return this.#steps.reportAnswered();
      }
      case 'beep': {
        ({ endSeconds: this.#endSeconds } = await this.#recording.beep());
        return;
      }
      case 'turn': {
        const { speaker, text, gapSeconds, passages, questionDocumentId } = line;
        const { startSeconds, endSeconds } = await this.#recording.speak(speaker, text, { gapSeconds });
        await this.#clock.waitUntil(startSeconds);
        this.#steps.addTurn({ speaker, text, startSeconds, endSeconds, passages }, questionDocumentId);
        this.#endSeconds = endSeconds;
        return;
      }
    }
  }

  async finish(disposition: string): Promise<CallOutcome> {
    await this.#clock.waitUntil(this.#endSeconds);
    const recording = await this.#recording.finish();
    const talkSeconds = recording.durationSeconds - this.#answeredSeconds;
    return { status: 'completed', disposition, talkSeconds, recording };
  }

  /** Leaves no file. */
  async abandon(): Promise<void> {
    await this.#openedRecording?.abandon();
  }

  async #recordPendingRings(): Promise<void> {
    if (this.#pendingRings === 0) return;
    ({ endSeconds: this.#endSeconds } = await this.#recording.ring(this.#pendingRings));
    this.#pendingRings = 0;
    await this.#clock.waitUntil(this.#endSeconds);
  }
}
