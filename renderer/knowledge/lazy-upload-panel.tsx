import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { uploads } from './uploads.ts';

const UploadStrip = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }));

/** The queue of uploads at the foot of the frame, once there is one. */
export function LazyUploadPanel() {
  const items = useStore(uploads.store, (state) => state.items);
  if (items.length === 0) return null;
  return (
    <Suspense>
      <UploadStrip items={items} />
    </Suspense>
  );
}
