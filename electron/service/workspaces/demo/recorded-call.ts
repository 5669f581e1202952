import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FinishedRecording } from '../../features/speech/recorder.ts';
import type { CapturedFieldRow } from '../../features/calls/outcome/captured-field-queries.ts';
import type { CallTurn } from '../../features/calls/call-transport.ts';

/** Contains `<call_id>.json` for each shipped call, and `<call_id>.mp3` if the call was answered. */
const demoCallsDir = fileURLToPath(new URL('./calls', import.meta.url));

/** The result of a simulated call, as it is shipped. Documents are identified by file name. */
export type RecordedCall =
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string }
  | {
      readonly status: 'completed';
      readonly disposition: string;
      /** Talk time. */
      readonly durationSeconds: number;
      readonly recording: SerializedRecording;
      readonly turns: readonly RecordedTurn[];
    };

export type RecordedTurn = Omit<CallTurn, 'passages'> & {
  /** What the recipient answered in this turn to questions of the agent. */
  readonly answers?: readonly Pick<CapturedFieldRow, 'field' | 'question' | 'type' | 'value'>[];
  readonly citations: readonly {
    readonly file: string;
    readonly page: number | null;
    readonly chunkPosition: number;
  }[];
};

type SerializedRecording = Omit<FinishedRecording, 'peaks'> & {
  readonly peaksPerSecond: number;
  /** One byte per peak, in base64. */
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
  return JSON.parse(readFileSync(getCallJsonPath(callId), 'utf8')) as RecordedCall; // shipped files, checked by demo-calls.test.ts
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
