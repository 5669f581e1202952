import type { CallDetails, CallTimeline } from '../../../shared/calls.ts';
import type { PlayerSource } from '../player/player-store.ts';

/** What the player needs of a call; null where there is nothing to hear. */
export function toPlayerSource(details: CallDetails, timeline: CallTimeline): PlayerSource | null {
  const { call_id, agent_name, recipient_number, recording } = details;
  if (!recording) return null;
  return {
    callId: call_id,
    agentName: agent_name,
    recipientNumber: recipient_number,
    durationSeconds: recording.duration_seconds,
    url: recording.url,
    timeline,
  };
}

/** The length of a recording, also where its file is gone: as far as its peaks or its turns reach. */
export function getRecordingSeconds({ recording }: CallDetails, { peaks, turns }: CallTimeline): number {
  const peakSeconds = Math.max(...peaks.channels.map(({ length }) => length)) / peaks.per_second;
  return recording?.duration_seconds ?? Math.max(peakSeconds, turns.at(-1)?.end_seconds ?? 0, 1);
}
