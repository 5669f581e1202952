import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatError } from '../../../format/format-error.ts';
import { app } from '../../../data/service-clients.ts';
import { showErrorToast, showActionToast } from '../../../ui/feedback/toasts.ts';
import { useCaptureLocation } from '../../../ui/focus/use-capture-location.ts';
import { refreshCalls } from '../calls-query.ts';
import { setOpenedCall } from '../calls-store.ts';
import type { CallDraft } from './call-draft.ts';
import { createIdempotencyKeyStore } from '../../../data/idempotency-key-store.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import {
  validateDraft,
  toFieldErrors,
  toPlaceCallRequest,
  toRemoteCallRequest,
  type FieldErrors,
} from './place-call-request.ts';
import { clearPlacedDraft } from './place-call-store.ts';

type SubmitState =
  | { readonly state: 'editing'; readonly errors: FieldErrors }
  | { readonly state: 'sending' }
  /** The service rejected the call as a duplicate. */
  | { readonly state: 'confirming' };

/** Outlives the panel like the draft, because a response may arrive after the panel is closed. */
const idempotencyKeys = createIdempotencyKeyStore();

const editingState: SubmitState = { state: 'editing', errors: {} };

type Placement = { readonly number: string; readonly place: () => Promise<{ readonly call_id: string }> };

type PlacementOptions = {
  readonly isRemote: boolean;
  readonly isDuplicateConfirmed: boolean;
  readonly overrideReason: string;
};

const createHeaders = (json: unknown) => ({ 'Idempotency-Key': idempotencyKeys.getKey(json) });

function preparePlacement(
  draft: CallDraft,
  { isRemote, isDuplicateConfirmed, overrideReason }: PlacementOptions,
): Placement {
  if (isRemote) {
    const json = toRemoteCallRequest(draft, isDuplicateConfirmed, overrideReason);
    const place = () => app(appRoutes.placeRemoteCall, { json, headers: createHeaders(json) });
    return { number: formatPhoneNumber(json.recipient_number), place };
  }
  const json = toPlaceCallRequest(draft, isDuplicateConfirmed, overrideReason);
  const place = () => app(appRoutes.placeSimulatedCall, { json, headers: createHeaders(json) });
  return { number: formatPhoneNumber(json.recipient_number), place };
}

type PlaceCallOptions = {
  readonly placeholders: readonly string[];
  /** Why an Admin calls a number on the do-not-call list; null for other numbers and roles. */
  readonly overrideReason: string | null;
  /** Whether the remote places a real call. */
  readonly isRemote: boolean;
};

/** Submits a draft once and opens its call. */
export function usePlaceCall(draft: CallDraft, { placeholders, overrideReason, isRemote }: PlaceCallOptions) {
  const navigate = useNavigate();
  const captureLocation = useCaptureLocation();
  const [submitState, setSubmitState] = useState<SubmitState>(editingState);
  const isSending = useRef(false);

  const submit = async (isDuplicateConfirmed: boolean) => {
    if (isSending.current) return;
    const errors: FieldErrors = {
      ...validateDraft(draft),
      ...(overrideReason?.trim() === '' && { overrideReason: 'Enter a reason, or call another number.' }),
    };
    if (Object.keys(errors).length > 0) return setSubmitState({ state: 'editing', errors });
    isSending.current = true;
    setSubmitState({ state: 'sending' });
    const { number, place } = preparePlacement(draft, {
      isRemote,
      isDuplicateConfirmed,
      overrideReason: overrideReason ?? '',
    });
    const isSameLocation = captureLocation();
    try {
      const { call_id } = await place();
      const shouldOpenCall = isSameLocation(); // checked before the panel closes
      idempotencyKeys.reset();
      clearPlacedDraft(draft, placeholders);
      refreshCalls();
      const openCall = async () => {
        await navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} });
        setOpenedCall(call_id); // after the navigation, or the list would focus the row of this call
      };
      if (shouldOpenCall) await openCall();
      else
        showActionToast(
          isRemote ? `The call to ${number} is queued` : `The call to ${number} was placed`,
          'View call',
          () => void openCall(),
        );
    } catch (error) {
      const outcome = idempotencyKeys.handleFailure(error) ? 'was not placed' : 'may not have been placed';
      const isDuplicate = error instanceof Problem && error.code === 'duplicate_call';
      const fieldErrors = toFieldErrors(error, draft);
      setSubmitState(isDuplicate ? { state: 'confirming' } : { state: 'editing', errors: fieldErrors });
      if (!isSameLocation()) showErrorToast(`The call to ${number} ${outcome}`, fieldErrors.form ?? formatError(error));
    } finally {
      isSending.current = false;
    }
  };

  return {
    submitState,
    placeCall: () => submit(false),
    confirmDuplicate: () => submit(true),
    /** Clears the errors, because the user edits the form. */
    resumeEditing: () => setSubmitState((current) => (current.state === 'sending' ? current : editingState)),
  };
}
