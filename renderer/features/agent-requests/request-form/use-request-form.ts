import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { formatError } from '../../../format/format-error.ts';
import { createIdempotencyKeyStore } from '../../../data/idempotency-key-store.ts';
import { v1 } from '../../../data/service-clients.ts';
import { showActionToast, showErrorToast, showToast } from '../../../ui/feedback/toasts.ts';
import { useCaptureLocation } from '../../../ui/focus/use-capture-location.ts';
import type { AutosaveState } from '../../../data/autosave.ts';
import { saveDraft } from './draft-actions.ts';
import { openDraftAutosave } from './draft-autosave.ts';
import { integrationsQuery } from './integrations-query.ts';
import {
  emptyRequestDraft,
  findUnsupportedEntries,
  isRequestDraftEmpty,
  mentionIntegration,
  removeIntegration,
  toRequestFormErrors,
  type RequestDraft,
  type RequestFormErrors,
  type SavedDraft,
} from './request-draft.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { refreshRequests } from '../requests-query.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';

/** Outlives the view, so that a request whose response was lost is not submitted twice. */
const idempotencyKeys = createIdempotencyKeyStore();

/** State of the request form: saves the draft while the user types, submits it once, and discards it with undo. */
export function useRequestForm(key: string, saved: SavedDraft | undefined) {
  const navigate = useNavigate();
  const captureLocation = useCaptureLocation();
  const [autosave] = useState(() => openDraftAutosave(key, saved));
  const [draft, setDraft] = useState<RequestDraft>(() => autosave.getDraft() ?? emptyRequestDraft);
  const [saveState, setSaveState] = useState<AutosaveState>(autosave.getState);
  const [errors, setErrors] = useState<RequestFormErrors>({});
  const isLinked = useIsLinked();
  const [isSubmitting, setSubmitting] = useState(false);
  const isBusy = useRef(false);
  const { data: supportedIntegrations } = useQuery(integrationsQuery);
  // Without the list, the service checks the integrations at submission.
  const unsupportedIntegrations = supportedIntegrations ? findUnsupportedEntries(draft, supportedIntegrations) : {};

  // Saves the latest text when the view is left before the autosave delay has passed.
  useEffect(() => {
    autosave.setListener(setSaveState);
    return () => void autosave.flush();
  }, [autosave]);

  const submit = async () => {
    if (isBusy.current) return;
    if (draft.objective.trim() === '') return setErrors({ objective: 'Enter an objective.' });
    if (Object.keys(unsupportedIntegrations).length > 0) return setErrors({ integrations: unsupportedIntegrations });
    isBusy.current = true;
    setSubmitting(true);
    const isSameLocation = captureLocation();
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.getKey(draft) };
      const { request_id } = await v1(v1Routes.submitAgentRequest, { json: toNewRequest(draft), headers });
      idempotencyKeys.reset();
      refreshRequests();
      await autosave.discard().catch((error: unknown) => showRequestError('The draft was not deleted', error));
      const showRequest = () => navigate({ to: '/agents', search: { request: request_id } });
      const done = isLinked ? 'Request queued for the remote' : 'Request submitted';
      if (!isSameLocation()) return showActionToast(done, 'View request', () => void showRequest());
      showToast(done);
      await showRequest();
    } catch (error) {
      const outcome = idempotencyKeys.handleFailure(error) ? 'was not submitted' : 'may not have been submitted';
      setErrors(toRequestFormErrors(error, draft));
      if (!isSameLocation()) showErrorToast(`The request ${outcome}. Your draft is saved.`, formatError(error));
    } finally {
      isBusy.current = false;
      setSubmitting(false);
    }
  };

  const discard = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const isSameLocation = captureLocation();
    try {
      await autosave.discard();
      if (!isRequestDraftEmpty(draft)) showActionToast('Draft discarded', 'Undo', () => void restoreDraft(key, draft));
      if (isSameLocation()) await navigate({ to: '/agents', search: {} });
    } catch (error) {
      showRequestError('The draft was not discarded', error);
    } finally {
      isBusy.current = false;
    }
  };

  const change = (next: RequestDraft) => {
    setDraft(next);
    setErrors({});
    autosave.change(next);
  };

  return {
    draft,
    saveState,
    errors,
    isSubmitting,
    supportedIntegrations: supportedIntegrations ?? [],
    unsupportedIntegrations,
    change,
    mentionInObjective: (entry: string) => {
      change(mentionIntegration(draft, entry));
      showToast('Added to the objective');
    },
    /** Removes an integration together with its error message. */
    removeIntegration: (entry: string) => {
      const next = removeIntegration(draft, entry);
      setDraft(next);
      setErrors((current) => {
        const { integrations = {}, required_integrations: _, ...rest } = current;
        const { [entry]: __, ...others } = integrations;
        return Object.keys(others).length > 0 ? { ...rest, integrations: others } : rest;
      });
      autosave.change(next);
    },
    saveNow: () => void autosave.flush(),
    submit,
    discard,
  };
}

function toNewRequest({ required_integrations, ...draft }: RequestDraft) {
  return { ...draft, required_integrations: [...required_integrations] };
}

async function restoreDraft(key: string, draft: RequestDraft): Promise<void> {
  try {
    await saveDraft(key, draft);
  } catch (error) {
    showRequestError('The draft was not restored', error);
  }
}
