import { create } from 'zustand';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { addIssuedKeys, listIssuedKeys } from '../../features/api-keys/issued-keys-store.ts';
import { useDraftTexts } from '../../features/calls/call/use-draft-text.ts';
import { useCallsStore } from '../../features/calls/calls-store.ts';
import type { CallsSearch } from '../../features/calls/calls-search.ts';
import { usePlaceCallStore, type PlaceCallState } from '../../features/calls/place-call/place-call-store.ts';
import { flushDrafts } from '../../features/agent-requests/request-form/draft-autosave.ts';
import { forgetSavedFrame } from '../frame/saved-frame.ts';
import { putBackUploads, takeUnfinishedUploads } from '../../features/knowledge/take-unfinished-uploads.ts';
import { pauseEvents } from '../../data/service-connection.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { getShownWorkspace, noticeWorkspace } from '../../data/session/shown-workspace.ts';
import { useWindowLocked } from '../../data/session/lock-state.ts';
import { collectTypedText, trackTyping, type TypedText } from './typed-text.ts';

/** The id under which the service keeps the page of this tab. */
const storageKey = 'switchboard.kept-page';

/** Changes within this time are sent together. */
const keepDelayMs = 300;

type KeptPage = {
  /** The workspace that the page showed; null for none, undefined if it was not known. */
  readonly workspaceId?: string | null | undefined;
  /** Null if the page is loaded again at its address. */
  readonly address: string | null;
  readonly uploads: string | null;
  readonly drafts: ReturnType<typeof useDraftTexts.getState>;
  readonly callDraft: PlaceCallState;
  /** The filters and the order of the list of calls, which the address of a call does not have. */
  readonly callsSearch: CallsSearch;
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
    forgetSavedFrame(); // the lock screen comes first
    pauseEvents();
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
  const written = readWritten();
  const page: Omit<KeptPage, 'uploads'> = {
    ...written,
    address: location.hash,
    issuedKeys: listIssuedKeys(),
    texts: collectTypedText(),
  };
  const page_id = crypto.randomUUID();
  const [uploads] = await Promise.all([takeUnfinishedUploads(written.workspaceId), flushDrafts()]);
  try {
    await keepPage(page_id, { ...page, uploads });
  } catch (error) {
    console.error(error); // the page is replaced in any case
  }
  location.replace(location.pathname);
}

/** Returns what is kept whenever it changes, and its workspace. */
function readWritten(): Pick<KeptPage, 'workspaceId' | 'drafts' | 'callDraft' | 'callsSearch'> {
  return {
    workspaceId: getShownWorkspace(),
    drafts: useDraftTexts.getState(),
    callDraft: usePlaceCallStore.getState(),
    callsSearch: useCallsStore.getState().search,
  };
}

async function keepPage(page_id: string, page: KeptPage, keepalive = false): Promise<void> {
  sessionStorage.setItem(storageKey, page_id);
  await app(appRoutes.keepPage, { json: { page_id, state: JSON.stringify(page) }, keepalive });
}

/**
 * Gives unsent notes, the draft of a call and the filters of the calls to the service when they change, for the case that the page
 * ends unexpectedly.
 */
export function keepDrafts(): void {
  const keptId = sessionStorage.getItem(storageKey);
  const page_id = keptId ?? crypto.randomUUID();
  let timer: number | undefined;
  const keep = (isPageEnding = false) => {
    timer = undefined;
    if (useWindowLocked.getState().isLocked) return; // `leavePage` keeps them
    const page = { ...readWritten(), address: null, uploads: null, issuedKeys: [], texts: [] };
    keepPage(page_id, page, isPageEnding).catch(() => {}); // the next change tries again
  };
  const keepSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, keepDelayMs);
  };
  addEventListener('pagehide', () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    keep(true);
  });
  useDraftTexts.subscribe(keepSoon);
  usePlaceCallStore.subscribe(keepSoon);
  useCallsStore.subscribe(({ search }, before) => {
    if (search !== before.search) keepSoon();
  });
  if (keptId !== null) keepSoon(); // in place of what the page before this one kept
}

/** Returns to the view in which the window was locked, with what the user was writing there or before the page ended. */
export async function returnToKeptPage(): Promise<void> {
  const page_id = sessionStorage.getItem(storageKey);
  if (page_id === null) return;
  try {
    const { state } = await app(appRoutes.getKeptPage, { params: { page_id } });
    const page = JSON.parse(state) as KeptPage; // of this run
    const { workspaceId, address, uploads, drafts, callDraft, callsSearch, issuedKeys, texts } = page;
    noticeWorkspace(workspaceId); // if another one is open now, its session discards what follows
    if (address !== null) history.replaceState(history.state, '', address === '' ? location.pathname : address);
    putBackUploads(uploads);
    useDraftTexts.setState(drafts);
    usePlaceCallStore.setState(callDraft);
    useCallsStore.setState({ search: callsSearch });
    addIssuedKeys(issuedKeys);
    useKeptTexts.setState({ texts });
  } catch (error) {
    // Otherwise the window is still locked, or the next page tries again.
    if (error instanceof Problem && error.code === 'kept_page_not_found') sessionStorage.removeItem(storageKey);
  }
}
