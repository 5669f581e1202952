import { lastOverviewId } from '../../shared/bridge.ts';
import { bridge } from '../bridge.ts';
import { queryClient } from '../query-client.ts';
import { opensOverview } from '../session/prefetch-first-view.ts';
import { sessionQuery } from '../session/session-query.ts';
import { overviewQuery } from './overview-query.ts';

/** A page that is not complete by then, or could not start, is shown as it is. */
const maxReplacementMs = 10_000;

/** The time at which this page has replaced the overview of the page before. */
export const replacedMark = 'last-overview-replaced';

/** Whether the overview of the page before is shown, until this page shows the current one. Only Electron keeps it. */
export function hasLastOverview(): boolean {
  return document.getElementById(lastOverviewId) !== null;
}

/**
 * Removes the overview of the page before as soon as the root shows this page, whatever that is, and has loaded its data, or after
 * `maxReplacementMs`.
 */
export function replaceLastOverview(root: Element): void {
  const lastOverview = document.getElementById(lastOverviewId);
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

/** Keeps the overview when the page is left, if it shows it with all its data, or still shows that of the page before. */
export function keepOverviewOnLeave(root: Element): void {
  if (bridge.host !== 'electron') return;
  addEventListener('pagehide', () => {
    const hasData = queryClient.getQueryData(overviewQuery.queryKey) !== undefined;
    const shown =
      document.getElementById(lastOverviewId) ?? (hasData && isComplete(root) && opensOverview() ? root : null);
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

/** Whether the page shows what it has to: of an open workspace, the overview or why it could not be loaded. */
function isComplete(root: Element): boolean {
  if (!root.hasChildNodes() || root.querySelector('[aria-busy="true"], [aria-label^="Loading"]')) return false;
  const hasWorkspace = Boolean(queryClient.getQueryData(sessionQuery.queryKey)?.workspace);
  return !hasWorkspace || !opensOverview() || root.querySelector('main h2, main [role="alert"]') !== null;
}
