import { useSyncExternalStore } from 'react';

/** The root font size at the standard text size. */
const baseFontSizePx = 16;

const textScale = createTextScale();

/** Returns the factor by which text, and everything else in rem, is larger than at the standard text size. */
export function useTextScale(): number {
  return useSyncExternalStore(textScale.subscribe, textScale.read);
}

/** Keeps the scale until the text size changes, because reading it forces a style recalculation, which would slow down scrolling. */
function createTextScale() {
  let scale: number | undefined;
  return {
    subscribe: (onChange: () => void) => {
      const observer = new MutationObserver(() => {
        scale = undefined;
        onChange();
      });
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-text-size'] });
      scale = undefined; // it may have changed before the subscription
      return () => observer.disconnect();
    },
    read: () => {
      scale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / baseFontSizePx;
      return scale;
    },
  };
}
