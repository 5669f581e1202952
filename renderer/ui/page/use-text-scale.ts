import { useSyncExternalStore } from 'react';

/** The root font size at the standard text size. */
const baseFontSizePx = 16;

/** Cached until the text size changes, because reading it forces a style recalculation, which would slow down scrolling. */
let cachedScale: number | undefined;

/** Returns the factor by which text, and everything else in rem, is larger than at the standard text size. */
export function useTextScale(): number {
  return useSyncExternalStore(subscribeToRoot, readScale);
}

function subscribeToRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(() => {
    cachedScale = undefined;
    onChange();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-text-size'] });
  cachedScale = undefined; // it may have changed before the subscription
  return () => observer.disconnect();
}

function readScale(): number {
  cachedScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / baseFontSizePx;
  return cachedScale;
}
