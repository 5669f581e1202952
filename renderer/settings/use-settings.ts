import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../shared/contract.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { tellError } from '../format/tell-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { tellFailure } from '../ui/toasts.tsx';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => app(appRoutes.getSettings, { signal }),
});

type Change = z.input<typeof appRoutes.changeSettings.json>;

export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? settingsSchema.parse({});
}

/** Shows the change at once and takes it back where it could not be kept. */
export function useChangeSettings(): (change: Change) => void {
  const { mutate } = useMutation({
    mutationFn: (change: Change) => app(appRoutes.changeSettings, { json: change }),
    onMutate: (change) => {
      const before = queryClient.getQueryData(settingsQuery.queryKey);
      queryClient.setQueryData(settingsQuery.queryKey, (now) => settingsSchema.parse({ ...now, ...change }));
      return before;
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(settingsQuery.queryKey, before);
      tellFailure('The setting was not kept', tellError(error));
    },
  });
  return useCallback((change) => mutate(change), [mutate]);
}

/** Sets the theme on the page, and remembers it where the first paint of the next start can read it. */
export function useTheme(): void {
  const { data } = useQuery(settingsQuery);
  const theme = data?.theme;
  useEffect(() => {
    if (!theme) return;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('switchboard.theme', theme);
  }, [theme]);
}
