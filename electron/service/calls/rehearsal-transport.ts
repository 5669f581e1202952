import type { CallEnd, CallSteps, CallToCarry, CallTransport } from './call-transport.ts';
import { startClock, type RehearsalClock } from './rehearsal-pace.ts';
import { profileOf, voiceOf } from './rehearsal-profile.ts';
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
      const open = () => {
        const voices = drawVoices(call.callId, voiceOf(call));
        return recorder.openSession({ path: call.recordingPath, voices, seed: call.callId, signal });
      };
      const player = new LinePlayer(open, steps, startClock(call.pace, signal));
      try {
        return await rehearse(call, player, knowledgeOf(call.orgId), steps, signal);
      } catch (error) {
        await player.abandon();
        throw error;
      }
    },
  };
}

async function rehearse(
  call: CallToCarry,
  player: LinePlayer,
  knowledge: RehearsalKnowledge,
  steps: CallSteps,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { callId, metadata, persona } = call;
  steps.ringing();
  const lines = converse({ profile: profileOf(call), metadata, callId, persona, knowledge });
  for (;;) {
    const { value, done } = await lines.next();
    signal.throwIfAborted();
    if (!done) {
      await player.play(value);
      continue;
    }
    if (value.status === 'completed') return player.finish(value.disposition);
    await player.abandon();
    return value;
  }
}

/** Makes the lines of a conversation heard, and tells each when its moment has come. */
class LinePlayer {
  readonly #open: () => RecordingSession;
  readonly #steps: CallSteps;
  readonly #clock: RehearsalClock;
  #opened: RecordingSession | undefined;
  /** Rings that nobody has had to hear yet: a call that is not answered needs no recording. */
  #rings = 0;
  /** Where the last line ended in the recording. */
  #endSeconds = 0;
  #answeredSeconds = 0;

  constructor(open: () => RecordingSession, steps: CallSteps, clock: RehearsalClock) {
    this.#open = open;
    this.#steps = steps;
    this.#clock = clock;
  }

  get #session(): RecordingSession {
    return (this.#opened ??= this.#open());
  }

  async play(line: Line): Promise<void> {
    switch (line.kind) {
      case 'ring': {
        this.#rings += line.times;
        if (this.#clock.isLive) await this.#ring();
        return;
      }
      case 'answered': {
        await this.#ring();
        this.#answeredSeconds = this.#endSeconds;
        return this.#steps.answered();
      }
      case 'beep': {
        ({ endSeconds: this.#endSeconds } = await this.#session.beep());
        return;
      }
      case 'turn': {
        const { speaker, text, gapSeconds, passages, askedFrom } = line;
        const { startSeconds, endSeconds } = await this.#session.say(speaker, text, { gapSeconds });
        await this.#clock.reach(startSeconds);
        this.#steps.said({ speaker, text, startSeconds, endSeconds, passages }, askedFrom);
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

  /** Leaves no file. */
  async abandon(): Promise<void> {
    await this.#opened?.abandon();
  }

  async #ring(): Promise<void> {
    if (this.#rings === 0) return;
    ({ endSeconds: this.#endSeconds } = await this.#session.ring(this.#rings));
    this.#rings = 0;
    await this.#clock.reach(this.#endSeconds);
  }
}
