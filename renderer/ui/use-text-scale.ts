import { useSyncExternalStore } from 'react';

/** The root's font size that everything was measured at, in pixels. */
const standardPx = 16;

/** Read once for each change: reading it makes the page work out its styles, which no frame of scrolling should. */
let known: number | undefined;

/** How much larger than usual the text is, and with it everything that is measured in rem. */
export function useTextScale(): number {
  return useSyncExternalStore(watchRoot, readScale);
}

function watchRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(() => {
    known = undefined;
    onChange();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-text-size'] });
  known = undefined; // it may have changed while nobody watched
  return () => observer.disconnect();
}

function readScale(): number {
  known ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / standardPx;
  return known;
}
