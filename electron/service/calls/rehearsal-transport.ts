import type { CallEnd, CallSteps, CallToCarry, CallTransport } from './call-transport.ts';
import { startClock, type RehearsalClock } from './rehearsal-pace.ts';
import { profileOf, seedOf, voiceOf } from './rehearsal-profile.ts';
import { converse, drawVoices, type Line } from './rehearsal/converse.ts';
import type { RehearsalKnowledge } from './rehearsal/knowledge-port.ts';
import type { Recorder, RecordingSession } from './voice/recorder.ts';

export type RehearsalParts = {
  readonly recorder: Recorder;
  readonly knowledgeOf: (orgId: string) => RehearsalKnowledge;
};

/** Rehearses a call with a simulated recipient: nobody is dialled, and both voices are made here. */
export function createRehearsalTransport({ recorder, knowledgeOf }: RehearsalParts): CallTransport {
  return {
    carry: async (call, steps, signal) => {
      const voices = drawVoices(call.callId, voiceOf(call));
      const session = recorder.openSession({ path: call.recordingPath, voices, seed: seedOf(call), signal });
      try {
        return await rehearse(call, session, knowledgeOf(call.orgId), steps, signal);
      } catch (error) {
        await session.abandon();
        throw error;
      }
    },
  };
}

async function rehearse(
  call: CallToCarry,
  session: RecordingSession,
  knowledge: RehearsalKnowledge,
  steps: CallSteps,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { callId, metadata, persona } = call;
  const player = new LinePlayer(session, steps, startClock(call.pace, signal));
  steps.ringing();
  const lines = converse({ profile: profileOf(call), metadata, callId, persona, knowledge });
  for (;;) {
    const { value, done } = await lines.next();
    if (!done) {
      await player.play(value);
      signal.throwIfAborted();
      continue;
    }
    if (value.status === 'completed') return player.finish(value.disposition);
    await session.abandon();
    return value;
  }
}

/** Makes the lines of a conversation heard, and tells each when its moment has come. */
class LinePlayer {
  readonly #session: RecordingSession;
  readonly #steps: CallSteps;
  readonly #clock: RehearsalClock;
  /** Where the last line ended in the recording. */
  #endSeconds = 0;
  #answeredSeconds = 0;

  constructor(session: RecordingSession, steps: CallSteps, clock: RehearsalClock) {
    this.#session = session;
    this.#steps = steps;
    this.#clock = clock;
  }

  async play(line: Line): Promise<void> {
    switch (line.kind) {
      case 'ring': {
        ({ endSeconds: this.#endSeconds } = await this.#session.ring(line.times));
        return this.#clock.reach(this.#endSeconds);
      }
      case 'answered': {
        this.#answeredSeconds = this.#endSeconds;
        return this.#steps.answered();
      }
      case 'beep': {
        ({ endSeconds: this.#endSeconds } = await this.#session.beep());
        return;
      }
      case 'turn': {
        const { speaker, text, gapSeconds, passages } = line;
        const { startSeconds, endSeconds } = await this.#session.say(speaker, text, { gapSeconds });
        await this.#clock.reach(startSeconds);
        this.#steps.said({ speaker, text, startSeconds, endSeconds, passages });
        this.#endSeconds = endSeconds;
        return;
      }
    }
  }

  async finish(disposition: string): Promise<CallEnd> {
    await this.#clock.reach(this.#endSeconds);
    const recording = await this.#session.finish();
    const talkSeconds = recording.durationSeconds - this.#answeredSeconds;
    return { status: 'completed', disposition, talkSeconds, recording };
  }
}
