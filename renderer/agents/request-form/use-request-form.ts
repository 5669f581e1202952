import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { v1Routes } from '../../../shared/contract.ts';
import { createIdempotencyKeyStore } from '../../idempotency-key-store.ts';
import { formatError } from '../../format/format-error.ts';
import { v1 } from '../../service-clients.ts';
import { showToast, showErrorToast, showActionToast } from '../../ui/toasts.tsx';
import { useIsSameLocation } from '../../ui/use-is-same-location.ts';
import { refreshRequests } from '../agents-query.ts';
import type { AutosaveState } from './autosave.ts';
import {
  emptyRequestDraft,
  isRequestDraftEmpty,
  toRequestFormErrors,
  type RequestDraft,
  type RequestFormErrors,
  type SavedDraft,
} from './request-draft.ts';
import { saveDraft } from './draft-actions.ts';
import { openDraftAutosave } from './draft-autosave.ts';

/** Outlives the view: what was sent may still be answered, and must not be sent as another request meanwhile. */
const filledForm = createIdempotencyKeyStore();

/** A brief that is being written: kept while it is typed, sent once, and thrown away so that it can be taken back. */
export function useRequestForm(key: string, saved: SavedDraft | undefined) {
  const navigate = useNavigate();
  const watchPlace = useIsSameLocation();
  const [keeper] = useState(() => openDraftAutosave(key, saved));
  const [brief, setDraft] = useState<RequestDraft>(() => keeper.getDraft() ?? emptyRequestDraft);
  const [autosaveState, setDraftState] = useState<AutosaveState>(keeper.getState);
  const [errors, setFaults] = useState<RequestFormErrors>({});
  const [isSubmitting, setSending] = useState(false);
  const isBusy = useRef(false);

  // What was typed last is kept also when the view is left before it was.
  useEffect(() => {
    keeper.setListener(setDraftState);
    return () => void keeper.flush();
  }, [keeper]);

  const submit = async () => {
    if (isBusy.current) return;
    if (brief.objective.trim() === '') return setFaults({ objective: 'Say what the agent is for.' });
    isBusy.current = true;
    setSending(true);
    const isHere = watchPlace();
    try {
      const headers = { 'Idempotency-Key': filledForm.getKey(brief) };
      const { request_id } = await v1(v1Routes.submitAgentRequest, { json: toNewRequest(brief), headers });
      filledForm.reset();
      refreshRequests();
      await keeper.discard().catch((error: unknown) => showErrorToast('The draft is still kept', formatError(error)));
      const show = () => navigate({ to: '/agents', search: { request: request_id } });
      if (!isHere()) return showActionToast('The request was submitted', 'Show it', () => void show());
      showToast('The request was submitted');
      await show();
    } catch (error) {
      const outcome = filledForm.handleFailure(error) ? 'was not submitted' : 'may not have been submitted';
      setFaults(toRequestFormErrors(error, brief));
      if (!isHere()) showErrorToast(`The request ${outcome}; its draft is kept`, formatError(error));
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };

  const discard = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const isHere = watchPlace();
    try {
      await keeper.discard();
      if (!isRequestDraftEmpty(brief))
        showActionToast('The draft was discarded', 'Undo', () => void restoreDraft(key, brief));
      if (isHere()) await navigate({ to: '/agents', search: {} });
    } catch (error) {
      showErrorToast('The draft was not discarded', formatError(error));
    } finally {
      isBusy.current = false;
    }
  };

  return {
    brief,
    draftState: autosaveState,
    faults: errors,
    isSending: isSubmitting,
    change: (next: RequestDraft) => {
      setDraft(next);
      setFaults({});
      keeper.change(next);
    },
    /** Takes an entry away, and what is wrong with it; what is wrong with others stays. */
    removeIntegration: (entry: string) => {
      const next = { ...brief, required_integrations: brief.required_integrations.filter((one) => one !== entry) };
      setDraft(next);
      setFaults((now) => {
        const { integrations = {}, required_integrations: _, ...rest } = now;
        const { [entry]: __, ...others } = integrations;
        return Object.keys(others).length > 0 ? { ...rest, integrations: others } : rest;
      });
      keeper.change(next);
    },
    saveNow: () => void keeper.flush(),
    submit,
    discard,
  };
}

function toNewRequest({ required_integrations, ...brief }: RequestDraft) {
  return { ...brief, required_integrations: [...required_integrations] };
}

async function restoreDraft(key: string, brief: RequestDraft): Promise<void> {
  try {
    await saveDraft(key, brief);
  } catch (error) {
    showErrorToast('The draft was not taken back', formatError(error));
  }
}
