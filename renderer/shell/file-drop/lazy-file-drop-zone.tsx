import { Suspense } from 'react';
import { lazyComponent } from '../../data/lazy-component.ts';
import type { FileDropZoneProps } from './file-drop-zone.tsx';

const FileDropZone = lazyComponent(async () => (await import('./file-drop-zone.tsx')).FileDropZone);

/** Loads the drop zone when it is needed. */
export function LazyFileDropZone({ isNeeded, ...props }: FileDropZoneProps & { readonly isNeeded: boolean }) {
  return <Suspense>{isNeeded && <FileDropZone {...props} />}</Suspense>;
}
