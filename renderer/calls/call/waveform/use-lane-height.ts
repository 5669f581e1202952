import { useSyncExternalStore } from 'react';

/** A window that is lower than this leaves the room to the transcript. */
const tallWindow = matchMedia('(min-height: 720px)');

/** The height of one speaker's lane in CSS pixels, as the window has room for it. */
export function useLaneHeightPx(): number {
  return useSyncExternalStore(subscribe, () => tallWindow.matches) ? 52 : 34;
}

function subscribe(onChange: () => void): () => void {
  tallWindow.addEventListener('change', onChange);
  return () => tallWindow.removeEventListener('change', onChange);
}
