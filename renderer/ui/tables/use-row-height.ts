import { useSyncExternalStore } from 'react';
import { useTextScale } from '../page/use-text-scale.ts';

/** In pixels at the standard text size, as in tokens.css. A detailed row has a second line. */
const heights = {
  comfortable: { plain: 36, detailed: 64 },
  compact: { plain: 28, detailed: 56 },
} as const;

/** Returns the height of the rows of a table in pixels, which depends on the density and the text size. */
export function useRowHeight(kind: 'plain' | 'detailed'): number {
  const scale = useTextScale();
  return heights[useSyncExternalStore(subscribeToRoot, readDensity)][kind] * scale;
}

function subscribeToRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

const readDensity = () => (document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable');
