import { useSyncExternalStore } from 'react';

/** A window that is lower than this leaves the room to the transcript. */
const tall = matchMedia('(min-height: 720px)');

/** The height of one speaker's lane in CSS pixels, as the window has room for it. */
export function useLaneHeight(): number {
  return useSyncExternalStore(subscribe, () => tall.matches) ? 52 : 34;
}

function subscribe(onChange: () => void): () => void {
  tall.addEventListener('change', onChange);
  return () => tall.removeEventListener('change', onChange);
}
