import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { app } from '../../service-clients.ts';
import { showErrorToast, showActionToast } from '../../ui/toasts.tsx';
import { useCaptureLocation } from '../../ui/use-capture-location.ts';
import { refreshCalls } from '../calls-query.ts';
import { setOpenedCall } from '../calls-store.ts';
import type { CallDraft } from './call-draft.ts';
import { createIdempotencyKeyStore } from '../../idempotency-key-store.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import { validateDraft, toFieldErrors, toPlaceCallRequest, type FieldErrors } from './place-call-request.ts';
import { clearPlacedDraft } from './place-call-store.ts';

type SubmitState =
  | { readonly state: 'editing'; readonly errors: FieldErrors }
  | { readonly state: 'sending' }
  /** The service rejected the call as a duplicate. */
  | { readonly state: 'confirming' };

/** Outlives the panel like the draft, because a response may arrive after the panel is closed. */
const idempotencyKeys = createIdempotencyKeyStore();

const editingState: SubmitState = { state: 'editing', errors: {} };

/** Submits a draft once and opens its call. `overrideReason` says why an Admin calls a number on the do-not-call list. */
export function usePlaceCall(draft: CallDraft, placeholders: readonly string[], overrideReason: string) {
  const navigate = useNavigate();
  const captureLocation = useCaptureLocation();
  const [submitState, setSubmitState] = useState<SubmitState>(editingState);
  const isSending = useRef(false);

  const submit = async (isDuplicateConfirmed: boolean) => {
    if (isSending.current) return;
    const errors = validateDraft(draft);
    if (Object.keys(errors).length > 0) return setSubmitState({ state: 'editing', errors });
    isSending.current = true;
    setSubmitState({ state: 'sending' });
    const request = toPlaceCallRequest(draft, isDuplicateConfirmed, overrideReason);
    const number = formatPhoneNumber(request.recipient_number);
    const isSameLocation = captureLocation();
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.getKey(request) };
      const { call_id } = await app(appRoutes.placeSimulatedCall, { json: request, headers });
      const shouldOpenCall = isSameLocation(); // checked before the panel closes
      idempotencyKeys.reset();
      clearPlacedDraft(draft, placeholders);
      refreshCalls();
      const openCall = async () => {
        await navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} });
        setOpenedCall(call_id); // after the navigation, or the list would focus the row of this call
      };
      if (shouldOpenCall) await openCall();
      else showActionToast(`The call to ${number} was placed`, 'View call', () => void openCall());
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
