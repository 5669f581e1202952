import { queryOptions, useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../shared/contract.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { formatError } from '../format/format-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { showErrorToast } from '../ui/toasts.tsx';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => app(appRoutes.getSettings, { signal }),
});

type SettingsChange = z.input<typeof appRoutes.updateSettings.json>;

const mutationKey = ['change-settings'];

/** What is kept, with the changes that are on their way; undefined until it is known. */
export function useLoadedSettings(): Settings | undefined {
  const kept = useQuery(settingsQuery).data;
  const changes = useMutationState<SettingsChange>({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as SettingsChange, // of the one mutation that has this key
  });
  return kept && changes.reduce<Settings>((now, change) => settingsSchema.parse({ ...now, ...change }), kept);
}

export function useSettings(): Settings {
  return useLoadedSettings() ?? settingsSchema.parse({});
}

/** Shows the change at once, and takes it back where it could not be kept. One after the other: the last one holds. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'settings' },
    mutationFn: (change: SettingsChange) => app(appRoutes.updateSettings, { json: change }),
    onSuccess: async (kept) => {
      await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey }); // what was read before is older
      queryClient.setQueryData(settingsQuery.queryKey, kept);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }); // it may be kept although no answer came
      showErrorToast('The setting was not kept', formatError(error));
    },
  });
  return useCallback((change) => mutate(change), [mutate]);
}
