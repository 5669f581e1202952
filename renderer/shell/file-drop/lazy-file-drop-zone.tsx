import { lazy, Suspense } from 'react';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import type { FileDropZoneProps } from './file-drop-zone.tsx';

const FileDropZone = lazy(async () => ({
  default: (await retryWhenReachable(() => import('./file-drop-zone.tsx'))).FileDropZone,
}));

/** Loads the drop zone when it is needed. */
export function LazyFileDropZone({ isNeeded, ...props }: FileDropZoneProps & { readonly isNeeded: boolean }) {
  return <Suspense>{isNeeded && <FileDropZone {...props} />}</Suspense>;
}
