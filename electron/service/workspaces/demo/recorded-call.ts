import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FinishedRecording } from '../../features/speech/recorder.ts';
import type { CallTurn } from '../../features/calls/calls.ts';

/** Where the shipped calls of the demo stand: `<call_id>.json` each, and `<call_id>.mp3` where somebody answered. */
const demoCallsDir = fileURLToPath(new URL('./calls', import.meta.url));

/** What came of a rehearsed call, as it is shipped. Documents are named by their files. */
export type RecordedCall =
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string }
  | {
      readonly status: 'completed';
      readonly disposition: string;
      /** Of the talk, from the answer on. */
      readonly durationSeconds: number;
      readonly recording: SerializedRecording;
      readonly turns: readonly (Omit<CallTurn, 'passages'> & {
        readonly citations: readonly {
          readonly file: string;
          readonly page: number | null;
          readonly chunkPosition: number;
        }[];
      })[];
    };

type SerializedRecording = Omit<FinishedRecording, 'peaks'> & {
  readonly peaksPerSecond: number;
  /** A byte each, in base64. */
  readonly agentPeaks: string;
  readonly userPeaks: string;
};

export function getRecordingPath(callId: string, dir: string = demoCallsDir): string {
  return join(dir, `${callId}.mp3`);
}

export function getCallJsonPath(callId: string, dir: string = demoCallsDir): string {
  return join(dir, `${callId}.json`);
}

export function readRecordedCall(callId: string): RecordedCall {
  return JSON.parse(readFileSync(getCallJsonPath(callId), 'utf8')) as RecordedCall; // written as such, and tested to be so
}

export function serializeRecording({ peaks, ...rest }: FinishedRecording): SerializedRecording {
  const [agentPeaks, userPeaks] = peaks.channels.map((channel) => Buffer.from(channel).toString('base64'));
  return { ...rest, peaksPerSecond: peaks.perSecond, agentPeaks: agentPeaks ?? '', userPeaks: userPeaks ?? '' };
}

export function deserializeRecording({
  peaksPerSecond,
  agentPeaks,
  userPeaks,
  ...rest
}: SerializedRecording): FinishedRecording {
  const channels = [Buffer.from(agentPeaks, 'base64'), Buffer.from(userPeaks, 'base64')] as const;
  return { ...rest, peaks: { perSecond: peaksPerSecond, channels } };
}
