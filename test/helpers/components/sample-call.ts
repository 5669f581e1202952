import type { CallDetails, TimedTurn } from '../../../shared/calls/calls.ts';
import type { Note } from '../../../shared/calls/notes.ts';
import type { TranscriptExport } from '../../../renderer/features/calls/call/transcript-export.ts';

/** Creates a turn that starts at `startSeconds` and lasts `lengthSeconds`. */
export function createSampleTurn(
  speaker: TimedTurn['speaker'],
  text: string,
  startSeconds = 0,
  lengthSeconds = 2,
): TimedTurn {
  return { speaker, text, start_seconds: startSeconds, end_seconds: startSeconds + lengthSeconds, passages: [] };
}

export const sampleCallDetails: Omit<CallDetails, 'recording'> = {
  call_id: 'call_1',
  agent_id: 'agent_1',
  agent_name: 'Renewals',
  status: 'completed',
  duration_seconds: 62,
  disposition: 'interested',
  is_success: true,
  recipient_number: '+14155550132',
  recipient_name: 'Wilhelmina',
  tags: [],
  review_state: 'not_reviewed',
  assignee: null,
  set_by: [],
  simulated: true,
  practice: false,
  trial: false,
  agent_version: 1,
  tried: null,
  created_at: '2026-03-01T09:30:00.000Z',
  answered_at: '2026-03-01T09:30:04.000Z',
  ended_at: '2026-03-01T09:31:06.000Z',
  has_recording: true,
  reason: null,
  metadata: { name: 'Wilhelmina' },
  remote: null,
  pending: null,
  remote_recording: null,
};

export function createSampleExport(turns: readonly TimedTurn[], notes: readonly Note[] = []): TranscriptExport {
  return { ...sampleCallDetails, turns, times: 'exact', notes, scorecard: null };
}
