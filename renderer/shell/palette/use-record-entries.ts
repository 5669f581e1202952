import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PaletteSource, WindowContext } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';

/** Returns the records that the role has access to, in the order of the sources. */
export function useRecordEntries(sources: readonly PaletteSource[], context: WindowContext): readonly PaletteEntry[] {
  const queries = useMemo(() => sources.flatMap(({ createQuery }) => createQuery?.(context) ?? []), [sources, context]);
  return useQueries({ queries, combine: joinEntries });
}

function joinEntries(
  results: readonly { readonly data?: readonly PaletteEntry[] | undefined }[],
): readonly PaletteEntry[] {
  return results.flatMap(({ data }) => data ?? []);
}
