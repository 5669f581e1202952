import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import type { PaletteSource, WindowContext } from '../../data/feature.ts';
import type { PaletteGroup } from '../../data/palette-entry.ts';

/** How long the user must pause typing before a search starts. */
const debounceMs = 120;

const noGroups: readonly PaletteGroup[] = [];

type FoundEntries = {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** The reason why the search failed, or null. */
  readonly error: Error | null;
};

/**
 * Returns what the service finds for the text. The previous results stay until the new ones arrive. Typing on aborts a
 * running search.
 */
export function useFoundEntries(text: string, sources: readonly PaletteSource[], context: WindowContext): FoundEntries {
  const trimmed = text.trim().slice(0, limits.queryLength);
  const query = useDebounced(trimmed);
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette-search', query],
    enabled: query !== '',
    queryFn: ({ signal }) => findGroups(query, sources, context, signal),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 0,
    staleTime: 0,
  });
  const isSearching = trimmed !== '' && (isFetching || query !== trimmed);
  return { groups: (trimmed !== '' && data) || noGroups, isSearching, error: isSearching ? null : error };
}

function findGroups(
  query: string,
  sources: readonly PaletteSource[],
  context: WindowContext,
  signal: AbortSignal,
): Promise<readonly PaletteGroup[]> {
  const searches = sources.flatMap(({ search }) => search ?? []);
  return Promise.all(
    searches.map(async ({ title, find }) => ({ value: title, items: await find(query, context, signal) })),
  );
}

/** Returns the value once it has not changed for `debounceMs`. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
