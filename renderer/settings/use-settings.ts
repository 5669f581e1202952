import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
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
