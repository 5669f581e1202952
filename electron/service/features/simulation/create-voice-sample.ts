import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Voice } from '../../../../shared/agents/voices.ts';
import type { Recorder } from '../speech/recorder.ts';

type Sample = { readonly voice: Voice; readonly speaking_rate_percent: number; readonly text: string };

/** Returns a text as WAV, as an agent with this voice and speed speaks it. Leaves no file. */
export async function createVoiceSample(
  recorder: Recorder,
  { voice, speaking_rate_percent, text }: Sample,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const recording = recorder.openRecording({
    path: join(tmpdir(), `switchboard-voice-${randomUUID()}.mp3`),
    voices: { agent: voice, user: voice },
    agentRatePercent: speaking_rate_percent,
    seed: text,
    signal,
  });
  try {
    const { clip } = await recording.speak('agent', text, { gapSeconds: 0, withClip: true });
    return clip ?? new Uint8Array();
  } finally {
    await recording.abandon();
  }
}
