import { lastOverviewId, replacedMark } from '../../shared/window/bridge.ts';
import { bridge } from '../data/bridge.ts';
import { queryClient } from '../data/query-client.ts';
import { opensOverview } from './prefetch-first-view.ts';
import { sessionQuery } from '../data/session/session-query.ts';
import { overviewQuery } from '../features/overview/public.ts';

/** After this time, the page is shown even if it has not loaded or could not start. */
const maxReplacementMs = 10_000;

const findLastOverview = () => document.getElementById(lastOverviewId);

/** Whether the page shows the overview as it was when the application was closed. Only Electron keeps it. */
export function hasLastOverview(): boolean {
  return findLastOverview() !== null;
}

/** Removes the last overview when the current page, whatever it shows, has loaded below it, or after `maxReplacementMs`. */
export function replaceLastOverview(root: Element): void {
  const lastOverview = findLastOverview();
  if (!lastOverview) return;
  const startedMs = performance.now();
  const removeWhenReplaced = () => {
    if (!isComplete(root) && performance.now() - startedMs < maxReplacementMs) {
      requestAnimationFrame(removeWhenReplaced);
      return;
    }
    lastOverview.remove();
    performance.mark(replacedMark);
  };
  removeWhenReplaced();
}

/** Keeps the overview for the next start when the page is left, if it has loaded. Keeps the last one if it is still shown. */
export function keepOverviewOnLeave(root: Element): void {
  if (bridge.host !== 'electron') return;
  addEventListener('pagehide', () => {
    const hasData = queryClient.getQueryData(overviewQuery.queryKey) !== undefined;
    const shown = findLastOverview() ?? (hasData && isComplete(root) && opensOverview() ? root : null);
    if (!shown) return;
    const copy = shown.cloneNode(true) as Element; // of an element
    // The Content-Security-Policy refuses styles in HTML. They place open menus and tooltips, and hide inputs.
    for (const element of copy.querySelectorAll('input, [style*="position"]')) element.remove();
    for (const element of copy.querySelectorAll('[id], [style]')) {
      element.removeAttribute('id'); // the page has its own
      element.removeAttribute('style');
    }
    bridge.keepOverview(copy.innerHTML);
  });
}

/** Whether the page has loaded. At the address of the overview, it then shows the overview, or why it could not be loaded. */
function isComplete(root: Element): boolean {
  if (!root.hasChildNodes() || root.querySelector('[aria-busy="true"], [aria-label^="Loading"]')) return false;
  const hasWorkspace = Boolean(queryClient.getQueryData(sessionQuery.queryKey)?.workspace);
  return !hasWorkspace || !opensOverview() || root.querySelector('main h2, main [role="alert"]') !== null;
}
