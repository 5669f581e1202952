import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { tellError } from '../../format/tell-error.ts';
import { app } from '../../service.ts';
import { tellFailure, tellWithAction } from '../../ui/toasts.tsx';
import { useIsHere } from '../../ui/use-is-here.ts';
import { refreshCalls } from '../calls-cache.ts';
import { rememberOpened } from '../calls-store.ts';
import type { Draft } from './draft.ts';
import { createFilledForm } from '../../filled-form.ts';
import { formatNumber } from '../phone-number.ts';
import { findFaults, readFaults, toRequest, type Faults } from './place-request.ts';
import { forgetRecipient } from './place-store.ts';

type Placing =
  | { readonly state: 'filling'; readonly faults: Faults }
  | { readonly state: 'sending' }
  /** The same agent called the same number a moment ago. */
  | { readonly state: 'asking' };

/** Outlives the panel as the draft does: what was sent may still be answered. */
const filledForm = createFilledForm();

const unfaulty: Placing = { state: 'filling', faults: {} };

/** Sends a draft once, and goes to its call. */
export function usePlaceCall(draft: Draft, placeholders: readonly string[]) {
  const navigate = useNavigate();
  const watchPlace = useIsHere();
  const [placing, setPlacing] = useState<Placing>(unfaulty);
  const isSending = useRef(false);

  const place = async (again: boolean) => {
    if (isSending.current) return;
    const faults = findFaults(draft);
    if (Object.keys(faults).length > 0) return setPlacing({ state: 'filling', faults });
    isSending.current = true;
    setPlacing({ state: 'sending' });
    const request = toRequest(draft, again);
    const number = formatNumber(request.recipient_number);
    const isHere = watchPlace();
    try {
      const headers = { 'Idempotency-Key': filledForm.keyFor(request) };
      const { call_id } = await app(appRoutes.placeRehearsal, { json: request, headers });
      const isShown = isHere(); // before the panel is closed with what was in it
      filledForm.forget();
      forgetRecipient(draft, placeholders);
      refreshCalls();
      const show = async () => {
        await navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} });
        rememberOpened(call_id); // not before: the list that is left would take it for somebody who comes back
      };
      if (isShown) await show();
      else tellWithAction(`The call to ${number} was placed`, 'Show it', () => void show());
    } catch (error) {
      const outcome = filledForm.fail(error) ? 'was not placed' : 'may not have been placed';
      const isAgain = error instanceof Problem && error.code === 'duplicate_call';
      const told = readFaults(error, draft);
      setPlacing(isAgain ? { state: 'asking' } : { state: 'filling', faults: told });
      if (!isHere()) tellFailure(`The call to ${number} ${outcome}`, told.form ?? tellError(error));
    } finally {
      isSending.current = false;
    }
  };

  return {
    placing,
    place: () => place(false),
    placeAgain: () => place(true),
    /** Back to the form, its faults forgotten: it is being changed. */
    resume: () => setPlacing((now) => (now.state === 'sending' ? now : unfaulty)),
  };
}
