import type { CallStatus } from '../../../../shared/call-status.ts';
import type { Call, CallRecord } from '../../../../shared/calls.ts';
import type { Persona } from '../../../../shared/personas.ts';
import type { SimulationSpeed } from '../../../../shared/simulated-calls.ts';

/** A row of the table `call` without its metadata, which may be large. */
export type CallRow = {
  readonly id: number;
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly recipient_number: string;
  readonly mode: 'simulated' | 'practice';
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  readonly placed_by: string;
  readonly status: CallStatus;
  readonly reason: string | null;
  readonly disposition: string | null;
  readonly duration_seconds: number;
  readonly created_at: number;
  readonly answered_at: number | null;
  readonly ended_at: number | null;
  readonly has_recording: 0 | 1;
};

/** The columns of a CallRow. */
export const callColumns = `id, call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by,
  status, reason, disposition, duration_seconds, created_at, answered_at, ended_at,
  EXISTS (SELECT 1 FROM recording WHERE recording.call = call.id) AS has_recording`;

/** The specification's object without the transcript: what comes of a call is told once it is completed. */
export function toCallSummary(row: CallRow, recordingUrl: (row: CallRow) => string): Omit<Call, 'transcript'> {
  const isCompleted = row.status === 'completed';
  return {
    call_id: row.call_id,
    agent_id: row.agent_id,
    status: row.status,
    duration_seconds: isCompleted ? row.duration_seconds : 0,
    disposition: isCompleted ? row.disposition : null,
    recording_url: isCompleted && row.has_recording === 1 ? recordingUrl(row) : null,
  };
}

export function toCallRecord(row: CallRow, match: CallRecord['match'] = null): CallRecord {
  const isCompleted = row.status === 'completed';
  return {
    call_id: row.call_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    recipient_number: row.recipient_number,
    simulated: true, // the only transport that there is
    practice: row.mode === 'practice',
    status: row.status,
    reason: row.reason,
    duration_seconds: isCompleted ? row.duration_seconds : 0,
    disposition: isCompleted ? row.disposition : null,
    created_at: toTimestamp(row.created_at),
    answered_at: row.answered_at === null ? null : toTimestamp(row.answered_at),
    ended_at: row.ended_at === null ? null : toTimestamp(row.ended_at),
    match: match,
  };
}

export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
