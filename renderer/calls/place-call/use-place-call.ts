import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { app } from '../../service-clients.ts';
import { showErrorToast, showActionToast } from '../../ui/toasts.tsx';
import { useIsSameLocation } from '../../ui/use-is-same-location.ts';
import { refreshCalls } from '../calls-query.ts';
import { setOpenedCall } from '../calls-store.ts';
import type { CallDraft } from './call-draft.ts';
import { createIdempotencyKeyStore } from '../../idempotency-key-store.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import { validateDraft, toFieldErrors, toPlaceCallRequest, type FieldErrors } from './place-call-request.ts';
import { clearPlacedDraft } from './place-call-store.ts';

type SubmitState =
  | { readonly state: 'filling'; readonly errors: FieldErrors }
  | { readonly state: 'sending' }
  /** The same agent called the same number a moment ago. */
  | { readonly state: 'asking' };

/** Outlives the panel as the draft does: what was sent may still be answered. */
const filledForm = createIdempotencyKeyStore();

const editingState: SubmitState = { state: 'filling', errors: {} };

/** Sends a draft once, and goes to its call. */
export function usePlaceCall(draft: CallDraft, placeholders: readonly string[]) {
  const navigate = useNavigate();
  const watchPlace = useIsSameLocation();
  const [submitState, setPlacing] = useState<SubmitState>(editingState);
  const isSending = useRef(false);

  const submit = async (again: boolean) => {
    if (isSending.current) return;
    const errors = validateDraft(draft);
    if (Object.keys(errors).length > 0) return setPlacing({ state: 'filling', errors: errors });
    isSending.current = true;
    setPlacing({ state: 'sending' });
    const request = toPlaceCallRequest(draft, again);
    const number = formatPhoneNumber(request.recipient_number);
    const isHere = watchPlace();
    try {
      const headers = { 'Idempotency-Key': filledForm.getKey(request) };
      const { call_id } = await app(appRoutes.placeSimulatedCall, { json: request, headers });
      const isShown = isHere(); // before the panel is closed with what was in it
      filledForm.reset();
      clearPlacedDraft(draft, placeholders);
      refreshCalls();
      const show = async () => {
        await navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} });
        setOpenedCall(call_id); // not before: the list that is left would take it for somebody who comes back
      };
      if (isShown) await show();
      else showActionToast(`The call to ${number} was placed`, 'Show it', () => void show());
    } catch (error) {
      const outcome = filledForm.handleFailure(error) ? 'was not placed' : 'may not have been placed';
      const isAgain = error instanceof Problem && error.code === 'duplicate_call';
      const told = toFieldErrors(error, draft);
      setPlacing(isAgain ? { state: 'asking' } : { state: 'filling', errors: told });
      if (!isHere()) showErrorToast(`The call to ${number} ${outcome}`, told.form ?? formatError(error));
    } finally {
      isSending.current = false;
    }
  };

  return {
    placing: submitState,
    place: () => submit(false),
    confirmDuplicate: () => submit(true),
    /** Back to the form, its faults forgotten: it is being changed. */
    resumeEditing: () => setPlacing((now) => (now.state === 'sending' ? now : editingState)),
  };
}
