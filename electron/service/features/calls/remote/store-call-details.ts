import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { ChangedCall } from '../../remote/work-schemas.ts';
import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import { findByRemoteId } from '../../remote/remote-item-queries.ts';
import { findCall, type CallRow } from '../call-queries.ts';
import { hasCorrectedOutcome } from '../outcome/correction-queries.ts';
import { updateCitationTimes } from '../turn-queries.ts';
import { isBeingPlaced, storeRemoteDetails, updateRemoteCall } from './remote-call-queries.ts';
import { isPlacedHere, listNumber, storeListedCalls, type RemoteCallStorage } from './store-remote-call.ts';

type StoredDetails = { readonly call: CallRow; readonly metadata: CallMetadata; readonly hasNewMetadata: boolean };

/**
 * Stores what the remote adds to a call that it made, in the open transaction: its result, and if it was made elsewhere, its number,
 * date and metadata, which the caller adds to the full-text index. Adds a call that the list did not have yet. Returns the call if it has
 * changed; `same` if it has not, and `pending` if it may be a call that was placed here and whose ID is not known yet.
 */
export function storeCallDetails(
  storage: RemoteCallStorage,
  remoteId: string,
  details: ChangedCall,
): StoredDetails | 'same' | 'pending' {
  const { db, orgId } = storage;
  const localId = findByRemoteId(db, 'call', remoteId)?.local_id;
  if (localId === undefined && isBeingPlaced(db, details.recipient_number ?? '')) return 'pending';
  const callId = localId ?? storeListedCalls(storage, [{ ...details, call_id: remoteId, recording_url: null }]);
  const call = callId === null ? undefined : findCall(db, orgId, callId);
  if (!call) return 'same';
  const result = readResult(call, details);
  // Corrections arrive with other members' work.
  const isCorrected = hasCorrectedOutcome(db, call.id);
  const isSuccess = isCorrected ? null : details.is_success;
  const isEnded = isCallEnded(result.status);
  // A practice call is not counted. Until it has ended, its mode would make this application run it.
  const isOrigin = call.created_at === null && !isPlacedHere(call) && (details.practice !== true || isEnded);
  const next = {
    ...result,
    disposition: isCorrected ? call.disposition : result.disposition,
    is_success: isSuccess === null ? call.is_success : Number(isSuccess),
    created_at: isOrigin ? details.created_at : call.created_at,
    recipient_number: isOrigin ? (details.recipient_number ?? '') : call.recipient_number,
    mode: isOrigin && details.practice === true ? ('practice' as const) : call.mode,
  };
  const names = Object.keys(next) as (keyof typeof next)[]; // the fields of `next`
  if (localId !== undefined && names.every((name) => next[name] === call[name])) return 'same';
  storeRemoteDetails(db, call.id, { ...next, is_success: isSuccess, metadata: isOrigin ? details.metadata : null });
  if (isOrigin) {
    if (next.mode !== 'practice') updateCitationTimes(db, call.id, details.created_at);
    if (details.simulated === true) updateRemoteCall(db, call.id, { is_simulated: 1 });
  }
  const stored = findCall(db, orgId, call.call_id) ?? call;
  listNumber(storage, call, stored);
  return { call: stored, metadata: details.metadata, hasNewMetadata: isOrigin };
}

type CallResult = Pick<CallRow, 'status' | 'reason' | 'disposition' | 'duration_seconds' | 'answered_at' | 'ended_at'>;

/** Returns the result of a call. A page can be older than the response that ended the call here. */
function readResult(call: CallRow, details: ChangedCall): CallResult {
  const status = details.status?.known ?? call.status;
  if (details.status?.word !== null || (isCallEnded(call.status) && !isCallEnded(status))) return call;
  const startedAt = call.created_at ?? details.created_at;
  const answered_at = details.answered_at === null ? null : Math.max(details.answered_at, startedAt);
  const endedAt = details.ended_at === null ? null : Math.max(details.ended_at, answered_at ?? startedAt);
  return {
    status,
    reason: details.reason,
    disposition: details.disposition,
    duration_seconds: details.duration_seconds ?? 0,
    answered_at,
    ended_at: isCallEnded(status) ? (endedAt ?? call.ended_at) : null,
  };
}
