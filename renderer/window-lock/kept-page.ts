import { create } from 'zustand';
import { appRoutes } from '../../shared/contract.ts';
import { addIssuedKeys, listIssuedKeys } from '../api-keys/issued-keys-store.ts';
import { listDraftTexts, restoreDraftTexts } from '../calls/call/use-draft-text.ts';
import { restorePlaceCallStore, usePlaceCallStore, type PlaceCallState } from '../calls/place-call/place-call-store.ts';
import { flushDrafts } from '../agents/request-form/draft-autosave.ts';
import { putBackUploads, takeUnfinishedUploads } from '../knowledge/take-unfinished-uploads.ts';
import { closeLiveEvents } from '../live/live-events.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { sessionQuery } from '../session/session-query.ts';
import { useWindowLocked } from './lock-state.ts';
import { collectTypedText, trackTyping, type TypedText } from './typed-text.ts';

/** The id under which the service keeps the page of this tab. */
const storageKey = 'switchboard.kept-page';

type KeptPage = {
  readonly address: string;
  readonly uploads: string | null;
  readonly drafts: ReturnType<typeof listDraftTexts>;
  readonly callDraft: PlaceCallState;
  /** Their secrets are shown only once. */
  readonly issuedKeys: ReturnType<typeof listIssuedKeys>;
  /** Shown in a dialog: their forms are closed. */
  readonly texts: readonly TypedText[];
};

/** What the user had typed when the window was locked, and nothing has kept. */
export const useKeptTexts = create<{ readonly texts: readonly TypedText[] }>(() => ({ texts: [] }));

export function forgetKeptTexts(): void {
  useKeptTexts.setState({ texts: [] });
}

/** When the window is locked, replaces the page by one that has no data. */
export function leavePageWhenLocked(): void {
  trackTyping();
  useWindowLocked.subscribe(({ isLocked }) => {
    if (!isLocked) return;
    closeLiveEvents();
    const hasData = queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data !== undefined);
    if (hasData) void leavePage();
    queryClient.clear();
  });
}

/** Saves drafts, gives the rest to the service, and loads the page again without the address of the view. */
async function leavePage(): Promise<void> {
  const workspaceId = queryClient.getQueryData(sessionQuery.queryKey)?.workspace?.workspace_id;
  const page: Omit<KeptPage, 'uploads'> = {
    address: location.hash,
    drafts: listDraftTexts(),
    callDraft: usePlaceCallStore.getState(),
    issuedKeys: listIssuedKeys(),
    texts: collectTypedText(),
  };
  const page_id = crypto.randomUUID();
  const [uploads] = await Promise.all([takeUnfinishedUploads(workspaceId), flushDrafts()]);
  try {
    await app(appRoutes.keepPage, {
      json: { page_id, state: JSON.stringify({ ...page, uploads } satisfies KeptPage) },
    });
    sessionStorage.setItem(storageKey, page_id);
  } catch (error) {
    console.error(error); // the page is replaced in any case
  }
  location.replace(location.pathname);
}

/** Returns to the view in which the window was locked. */
export async function returnToKeptPage(): Promise<void> {
  const page_id = sessionStorage.getItem(storageKey);
  if (page_id === null) return;
  try {
    const { state } = await app(appRoutes.getKeptPage, { params: { page_id } });
    const { address, uploads, drafts, callDraft, issuedKeys, texts } = JSON.parse(state) as KeptPage; // of this run
    history.replaceState(history.state, '', address === '' ? location.pathname : address);
    putBackUploads(uploads);
    restoreDraftTexts(drafts);
    restorePlaceCallStore(callDraft);
    addIssuedKeys(issuedKeys);
    useKeptTexts.setState({ texts });
  } catch {
    if (useWindowLocked.getState().isLocked) return; // the window is still locked
  }
  sessionStorage.removeItem(storageKey);
}
