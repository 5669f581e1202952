import { useSyncExternalStore } from 'react';

/** The root's font size that everything was measured at, in pixels. */
const standardPx = 16;

/** How much larger than usual the text is, and with it everything that is measured in rem. */
export function useTextScale(): number {
  return useSyncExternalStore(watchRoot, readScale);
}

function watchRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-text-size'] });
  return () => observer.disconnect();
}

function readScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / standardPx;
}
