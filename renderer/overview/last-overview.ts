import { lastOverviewId } from '../../shared/bridge.ts';
import { bridge } from '../bridge.ts';
import { queryClient } from '../query-client.ts';
import { opensOverview } from '../session/prefetch-first-view.ts';
import { overviewQuery } from './overview-query.ts';

/** A page that is not complete by then is shown as it is. */
const maxReplacementMs = 3_000;

/** The time at which this page has replaced the overview of the page before. */
export const replacedMark = 'last-overview-replaced';

/** Whether the overview of the page before is shown, until this page shows the current one. Only Electron keeps it. */
export function hasLastOverview(): boolean {
  return document.getElementById(lastOverviewId) !== null;
}

/** Removes the overview of the page before as soon as the root shows this page, whatever that is, and has loaded its data. */
export function replaceLastOverview(root: Element): void {
  const lastOverview = document.getElementById(lastOverviewId);
  if (!lastOverview) return;
  const startedMs = performance.now();
  const removeWhenReplaced = () => {
    const isReplaced = root.hasChildNodes() && !isBusy(root);
    if (!isReplaced && performance.now() - startedMs < maxReplacementMs) {
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
    const isLoaded = queryClient.getQueryData(overviewQuery.queryKey) !== undefined && !isBusy(root);
    const shown = document.getElementById(lastOverviewId) ?? (isLoaded && opensOverview() ? root : null);
    if (!shown) return;
    const copy = shown.cloneNode(true) as Element; // of an element
    for (const input of copy.querySelectorAll('input')) input.remove(); // which only styles hide
    for (const element of copy.querySelectorAll('[id], [style]')) {
      element.removeAttribute('id'); // the page has its own
      element.removeAttribute('style'); // refused by the Content-Security-Policy in HTML
    }
    bridge.keepOverview(copy.innerHTML);
  });
}

const isBusy = (root: Element) => root.querySelector('[aria-busy="true"]') !== null;
