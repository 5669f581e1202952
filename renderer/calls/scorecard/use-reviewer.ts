import { create } from 'zustand';

const storageKey = 'switchboard.reviewer';

const useStore = create(() => ({ reviewerId: localStorage.getItem(storageKey) }));

/** Returns the `user_id` of the member in whose name calls are scored, or null, and a function that changes and saves it. */
export function useReviewer(): readonly [reviewerId: string | null, setReviewer: (reviewerId: string | null) => void] {
  return [useStore(({ reviewerId }) => reviewerId), setReviewer];
}

function setReviewer(reviewerId: string | null): void {
  if (reviewerId === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, reviewerId);
  useStore.setState({ reviewerId });
}
