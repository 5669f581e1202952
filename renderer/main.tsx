// Must stay the first import. In the bundle, vite.config.ts places it in the chunk that contains zod.
import './configure-zod.ts';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { features } from './shell/features.ts';
import { applyEvent } from './shell/live/apply-event.ts';
import { openLiveEvents } from './shell/live/live-events.ts';
import { hasLastOverview, keepOverviewOnLeave, replaceLastOverview } from './shell/last-overview.ts';
import { startVisit } from './features/overview/public.ts';
import { preloadFirstView, prefetchFirstView } from './shell/prefetch-first-view.ts';
import { SignedOut } from './shell/signed-out.tsx';
import { setUpShownWorkspace } from './data/session/shown-workspace.ts';
import { setUpWorkspaceParts } from './data/session/workspace-parts.ts';
import { signIn } from './data/session/window-session.ts';
import { followOtherWindow } from './features/workspaces/public.ts';
import { keepDrafts, leavePageWhenLocked, returnToKeptPage } from './shell/window-lock/kept-page.ts';
import { useWindowLocked } from './data/session/lock-state.ts';
import { addTruncationTitles } from './ui/page/add-truncation-titles.ts';
import { exposeFocusGuards } from './ui/focus/expose-focus-guards.ts';
import { keepFocus } from './ui/focus/keep-focus.ts';

/** While the last overview is shown, an empty frame would show less. */
const lastOverviewWaitMs = 1_000;

void start();

/** Not awaited: code that is loaded later imports from this script, and would not run before its evaluation has ended. */
async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root element.');
  replaceLastOverview(root);
  const fontLoaded = loadFont();
  startVisit();
  void preloadFirstView();
  const isSignedIn = await signIn();
  setUpWorkspaceParts(features);
  leavePageWhenLocked();
  if (isSignedIn) await returnToKeptPage();
  if (isSignedIn && !useWindowLocked.getState().isLocked) {
    setUpShownWorkspace(followOtherWindow);
    openLiveEvents(applyEvent);
    keepDrafts();
    await prefetchFirstView(hasLastOverview() ? lastOverviewWaitMs : undefined);
  }
  addTruncationTitles(document.body);
  exposeFocusGuards(document.body);
  keepFocus(document.body);
  await fontLoaded;
  createRoot(root).render(<StrictMode>{isSignedIn ? <App /> : <SignedOut />}</StrictMode>);
  keepOverviewOnLeave(root);
}

/** Loads the Latin characters, so that no text moves after the first frame. Without them, the system's font is used. */
async function loadFont(): Promise<void> {
  await document.fonts.load("1em 'Inter Variable'").catch(() => undefined);
}
