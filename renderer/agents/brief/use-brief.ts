import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { v1Routes } from '../../../shared/contract.ts';
import { createFilledForm } from '../../filled-form.ts';
import { tellError } from '../../format/tell-error.ts';
import { v1 } from '../../service.ts';
import { tell, tellFailure, tellWithAction } from '../../ui/toasts.tsx';
import { useIsHere } from '../../ui/use-is-here.ts';
import { refreshRequests } from '../agents-cache.ts';
import type { AutosaveState } from './autosave.ts';
import { emptyBrief, isBlank, readBriefFaults, type Brief, type BriefFaults, type SavedDraft } from './brief.ts';
import { saveDraft } from './draft-actions.ts';
import { openDraftKeeper } from './draft-keeper.ts';

/** Outlives the view: what was sent may still be answered, and must not be sent as another request meanwhile. */
const filledForm = createFilledForm();

/** A brief that is being written: kept while it is typed, sent once, and thrown away so that it can be taken back. */
export function useBrief(key: string, saved: SavedDraft | undefined) {
  const navigate = useNavigate();
  const watchPlace = useIsHere();
  const [keeper] = useState(() => openDraftKeeper(key, saved));
  const [brief, setBrief] = useState<Brief>(() => keeper.readBrief() ?? emptyBrief);
  const [draftState, setDraftState] = useState<AutosaveState>(keeper.readState);
  const [faults, setFaults] = useState<BriefFaults>({});
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);

  // What was typed last is kept also when the view is left before it was.
  useEffect(() => {
    keeper.listen(setDraftState);
    return () => void keeper.flush();
  }, [keeper]);

  const submit = async () => {
    if (isBusy.current) return;
    if (brief.objective.trim() === '') return setFaults({ objective: 'Say what the agent is for.' });
    isBusy.current = true;
    setSending(true);
    const isHere = watchPlace();
    try {
      const headers = { 'Idempotency-Key': filledForm.keyFor(brief) };
      const { request_id } = await v1(v1Routes.submitRequest, { json: toRequest(brief), headers });
      filledForm.forget();
      refreshRequests();
      await keeper.discard().catch((error: unknown) => tellFailure('The draft is still kept', tellError(error)));
      const show = () => navigate({ to: '/agents', search: { request: request_id } });
      if (!isHere()) return tellWithAction('The request was submitted', 'Show it', () => void show());
      tell('The request was submitted');
      await show();
    } catch (error) {
      const outcome = filledForm.fail(error) ? 'was not submitted' : 'may not have been submitted';
      setFaults(readBriefFaults(error, brief));
      if (!isHere()) tellFailure(`The request ${outcome}; its draft is kept`, tellError(error));
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
      if (!isBlank(brief)) tellWithAction('The draft was discarded', 'Undo', () => void restore(key, brief));
      if (isHere()) await navigate({ to: '/agents', search: {} });
    } catch (error) {
      tellFailure('The draft was not discarded', tellError(error));
    } finally {
      isBusy.current = false;
    }
  };

  return {
    brief,
    draftState,
    faults,
    isSending,
    change: (next: Brief) => {
      setBrief(next);
      setFaults({});
      keeper.change(next);
    },
    /** Takes an entry away, and what is wrong with it; what is wrong with others stays. */
    removeEntry: (entry: string) => {
      const next = { ...brief, required_integrations: brief.required_integrations.filter((one) => one !== entry) };
      setBrief(next);
      setFaults((now) => {
        const { entries = {}, required_integrations: _, ...rest } = now;
        const { [entry]: __, ...others } = entries;
        return Object.keys(others).length > 0 ? { ...rest, entries: others } : rest;
      });
      keeper.change(next);
    },
    keep: () => void keeper.flush(),
    submit,
    discard,
  };
}

function toRequest({ required_integrations, ...brief }: Brief) {
  return { ...brief, required_integrations: [...required_integrations] };
}

async function restore(key: string, brief: Brief): Promise<void> {
  try {
    await saveDraft(key, brief);
  } catch (error) {
    tellFailure('The draft was not taken back', tellError(error));
  }
}
