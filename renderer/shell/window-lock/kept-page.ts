import { create } from 'zustand';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Feature } from '../../data/feature.ts';
import { pauseEvents } from '../../data/service-connection.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { getShownWorkspace, noticeWorkspace } from '../../data/session/shown-workspace.ts';
import { useWindowLocked } from '../../data/session/lock-state.ts';
import { flushWorkspace } from '../../data/session/workspace-parts.ts';
import { forgetSavedFrame } from '../frame/saved-frame.ts';
import { features } from '../features.ts';

/** The id under which the service keeps the page of this tab. */
const storageKey = 'switchboard.kept-page';

/** The latest version that a page of this tab has sent. */
const versionKey = 'switchboard.kept-page-version';

/** Changes within this time are sent together. */
const keepDelayMs = 300;

type StatesByFeature = Readonly<Record<string, unknown>>;

type KeptPage = {
  /** The workspace that the page showed; null for none, undefined if it was not known. */
  readonly workspaceId?: string | null | undefined;
  /** Null if the page is loaded again at its address. */
  readonly address: string | null;
  readonly draftStates: StatesByFeature;
  readonly lockedStates: StatesByFeature;
  /** Shown in a dialog: their forms are closed. */
  readonly texts: readonly TypedText[];
};

const allFeatures: readonly Feature[] = features;
const withDrafts = allFeatures.flatMap(({ name, draftState }) => (draftState ? [{ name, draftState }] : []));
const withLockedState = allFeatures.flatMap(({ name, lockedState }) => (lockedState ? [{ name, lockedState }] : []));

/** What the user had typed when the window was locked, and nothing has kept. */
export const useKeptTexts = create<{ readonly texts: readonly TypedText[] }>(() => ({ texts: [] }));

export function forgetKeptTexts(): void {
  useKeptTexts.setState({ texts: [] });
}

/** When the window is locked, replaces the page by one that has no data. */
export function leavePageWhenLocked(): void {
  const collectTypedText = trackTyping();
  useWindowLocked.subscribe(({ isLocked }) => {
    if (!isLocked) return;
    forgetSavedFrame(); // the lock screen comes first
    pauseEvents();
    const hasData = queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data !== undefined);
    if (hasData) void leavePage(collectTypedText());
    queryClient.clear();
  });
}

/** Saves drafts, gives the rest to the service, and loads the page again without the address of the view. */
async function leavePage(texts: readonly TypedText[]): Promise<void> {
  const page = { ...readDrafts(), address: location.hash, texts };
  const page_id = crypto.randomUUID();
  const [lockedStates] = await Promise.all([readLockedStates(), flushWorkspace()]);
  try {
    await keepPage(page_id, { ...page, lockedStates });
  } catch (error) {
    console.error(error); // the page is replaced in any case
  }
  location.replace(location.pathname);
}

/** Returns what is kept whenever it changes, and its workspace. */
function readDrafts(): Pick<KeptPage, 'workspaceId' | 'draftStates'> {
  const states = withDrafts.map(({ name, draftState }) => [name, draftState.read()]);
  return { workspaceId: getShownWorkspace(), draftStates: Object.fromEntries(states) };
}

async function readLockedStates(): Promise<StatesByFeature> {
  return Object.fromEntries(
    await Promise.all(withLockedState.map(async ({ name, lockedState }) => [name, await lockedState.read()] as const)),
  );
}

async function keepPage(page_id: string, page: KeptPage, keepalive = false): Promise<void> {
  const version = readVersion() + 1;
  sessionStorage.setItem(storageKey, page_id);
  sessionStorage.setItem(versionKey, String(version));
  await app(appRoutes.keepPage, { json: { page_id, version, state: JSON.stringify(page) }, keepalive });
}

function readVersion(): number {
  return Number(sessionStorage.getItem(versionKey));
}

/** Gives the drafts to the service when they change, for the case that the page ends unexpectedly. */
export function keepDrafts(): void {
  const keptId = sessionStorage.getItem(storageKey);
  const page_id = keptId ?? crypto.randomUUID();
  let timer: number | undefined;
  let unanswered = 0;
  const keep = (isPageEnding = false) => {
    timer = undefined;
    if (useWindowLocked.getState().isLocked) return; // `leavePage` keeps them
    const page = { ...readDrafts(), address: null, lockedStates: {}, texts: [] };
    unanswered++;
    keepPage(page_id, page, isPageEnding)
      .catch(() => {}) // the next change tries again
      .finally(() => unanswered--);
  };
  const keepSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, keepDelayMs);
  };
  addEventListener('pagehide', () => {
    if (timer === undefined && unanswered === 0) return;
    clearTimeout(timer);
    keep(true); // also if the end of the page would cancel a request
  });
  for (const { draftState } of withDrafts) draftState.subscribe(keepSoon);
  if (keptId !== null) keepSoon(); // in place of what the page before this one kept
}

/** Returns to the view in which the window was locked, with what the user was writing there or before the page ended. */
export async function returnToKeptPage(): Promise<void> {
  const page_id = sessionStorage.getItem(storageKey);
  if (page_id === null) return;
  try {
    const { state } = await app(appRoutes.getKeptPage, { params: { page_id }, query: { version: readVersion() } });
    const page = JSON.parse(state) as KeptPage; // of this run
    const { workspaceId, address, draftStates, lockedStates, texts } = page;
    noticeWorkspace(workspaceId); // if another one is open now, its session discards what follows
    if (address !== null) history.replaceState(history.state, '', address === '' ? location.pathname : address);
    // Each feature gets what its own `read` returned.
    for (const { name, draftState } of withDrafts)
      if (name in draftStates) draftState.restore(draftStates[name] as never);
    for (const { name, lockedState } of withLockedState)
      if (name in lockedStates) lockedState.restore(lockedStates[name] as never);
    useKeptTexts.setState({ texts });
  } catch (error) {
    // Otherwise the window is still locked, or the next page tries again.
    if (error instanceof Problem && error.code === 'kept_page_not_found') sessionStorage.removeItem(storageKey);
  }
}

type TypedText = { readonly label: string; readonly text: string };

const textFields = 'textarea, input:not([type]), input:is([type="text"], [type="tel"], [type="email"], [type="url"])';

/** Their text is kept in another way, or only finds something. */
const excluded = '[data-kept], [role="search"], [role="combobox"], [type="search"]';

/**
 * Remembers the fields in which the user types. Returns a function that returns what the user has typed in the fields of the page
 * and not submitted. Passphrases are not among it.
 */
function trackTyping(): () => readonly TypedText[] {
  const typedFields = new WeakSet<Element>();
  document.addEventListener('input', ({ target }) => target instanceof Element && typedFields.add(target), true);
  return () =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)]
      .filter((field) => typedFields.has(field) && field.value.trim() !== '' && !field.closest(excluded))
      .map((field) => ({ label: getLabel(field), text: field.value }));
}

function getLabel(field: HTMLInputElement | HTMLTextAreaElement): string {
  const label = field.labels?.[0]?.firstChild?.textContent ?? field.getAttribute('aria-label') ?? '';
  return label.trim() === '' ? 'Text' : label.trim();
}
