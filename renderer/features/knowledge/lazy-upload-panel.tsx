import { Suspense } from 'react';
import { lazyComponent } from '../../data/lazy-component.ts';
import { useStore } from 'zustand';
import { uploads } from './uploads.ts';

const UploadPanel = lazyComponent(async () => (await import('./upload-panel.tsx')).UploadPanel);

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
