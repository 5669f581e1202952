import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { uploads } from './uploads.ts';

const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }));

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
