import * as z from 'zod';
import { create } from 'zustand';
import { appRoutes } from '../../shared/contract.ts';
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

const keptPageSchema = z.object({
  address: z.string(),
  uploads: z.string().nullable(),
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
});

/** The text that was typed when the window was locked, and that nothing has saved. */
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
  const page = { address: location.hash, texts: collectTypedText() };
  const workspaceId = queryClient.getQueryData(sessionQuery.queryKey)?.workspace?.workspace_id;
  const page_id = crypto.randomUUID();
  const [uploads] = await Promise.all([takeUnfinishedUploads(workspaceId), flushDrafts()]);
  try {
    await app(appRoutes.keepPage, { json: { page_id, state: JSON.stringify({ ...page, uploads }) } });
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
    const { address, uploads, texts } = keptPageSchema.parse(JSON.parse(state));
    history.replaceState(history.state, '', address === '' ? location.pathname : address);
    putBackUploads(uploads);
    useKeptTexts.setState({ texts });
  } catch {
    if (useWindowLocked.getState().isLocked) return; // the window is still locked
  }
  sessionStorage.removeItem(storageKey);
}
