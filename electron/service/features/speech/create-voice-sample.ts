// Public: other features may import this file.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Voice } from '../../../../shared/agents/voices.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import type { Recorder } from './recorder.ts';
import type { VoiceServer } from './voice-server.ts';

type Sample = {
  readonly voice: Voice;
  readonly speaking_rate_percent: number;
  readonly text: string;
  readonly agentVoice?: VoiceServer | null;
};

type SpokenSample = { readonly wav: Uint8Array; readonly speech: TurnSpeech | null };

/** Returns a text as WAV, as an agent with this voice and speed speaks it. Leaves no file. */
export async function createVoiceSample(
  recorder: Recorder,
  { voice, speaking_rate_percent, text, agentVoice }: Sample,
  signal: AbortSignal,
): Promise<SpokenSample> {
  const recording = recorder.openRecording({
    path: join(tmpdir(), `switchboard-voice-${randomUUID()}.mp3`),
    voices: { agent: voice, user: voice },
    agentRatePercent: speaking_rate_percent,
    agentVoice,
    seed: text,
    signal,
  });
  try {
    const { clip, speech = null } = await recording.speak('agent', text, { gapSeconds: 0, withClip: true });
    return { wav: clip ?? new Uint8Array(), speech };
  } finally {
    await recording.abandon();
  }
}
