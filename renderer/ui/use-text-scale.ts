import { useSyncExternalStore } from 'react';

/** The root's font size that everything was measured at, in pixels. */
const baseFontSizePx = 16;

/** Read once for each change: reading it makes the page work out its styles, which no frame of scrolling should. */
let cachedScale: number | undefined;

/** How much larger than usual the text is, and with it everything that is measured in rem. */
export function useTextScale(): number {
  return useSyncExternalStore(subscribeToRoot, readScale);
}

function subscribeToRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(() => {
    cachedScale = undefined;
    onChange();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-text-size'] });
  cachedScale = undefined; // it may have changed while nobody watched
  return () => observer.disconnect();
}

function readScale(): number {
  cachedScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / baseFontSizePx;
  return cachedScale;
}
