import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { uploads } from './uploads.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';

const UploadPanel = lazy(async () => ({
  default: (await retryWhenReachable(() => import('./upload-panel.tsx'))).UploadPanel,
}));

/** Loads the upload panel when there are uploads. */
export function LazyUploadPanel() {
  const items = useStore(uploads.store, (state) => state.items);
  if (items.length === 0) return null;
  return (
    <Suspense>
      <UploadPanel items={items} />
    </Suspense>
  );
}
