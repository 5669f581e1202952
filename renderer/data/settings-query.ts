import { queryOptions, useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../shared/contract/contract.ts';
import { settingsSchema, type Settings } from '../../shared/window/settings.ts';
import { queryClient } from './query-client.ts';
import { app } from './service-clients.ts';
import { showRequestError } from './show-request-error.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => app(appRoutes.getSettings, { signal }),
});

/** What the user should know about the settings file. Its key begins with the settings' key, so that both are refetched. */
export const settingsIssueQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'issue'],
  queryFn: ({ signal }) => app(appRoutes.getSettingsIssue, { signal }),
});

type SettingsChange = z.input<typeof appRoutes.updateSettings.json>;

const mutationKey = ['change-settings'];

/** Returns the saved settings with all pending changes applied, or undefined while they are loading. */
export function useLoadedSettings(): Settings | undefined {
  const saved = useQuery(settingsQuery).data;
  const changes = useMutationState<SettingsChange>({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as SettingsChange, // only one mutation has this key
  });
  return saved && changes.reduce<Settings>((current, change) => settingsSchema.parse({ ...current, ...change }), saved);
}

export function useSettings(): Settings {
  return useLoadedSettings() ?? settingsSchema.parse({});
}

/**
 * Returns a function that changes settings. A change applies immediately and is reverted if saving fails. Changes are saved
 * one after the other, so that the last one wins.
 */
export function useChangeSettings(): (change: SettingsChange) => void {
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'settings' },
    mutationFn: (change: SettingsChange) => app(appRoutes.updateSettings, { json: change }),
    onSuccess: async (saved) => {
      await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey }); // a running request would return older settings
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: settingsIssueQuery.queryKey }); // settings can be saved again
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }); // the change may be saved although the response was lost
      showRequestError('The setting could not be saved', error);
    },
  });
  return useCallback((change) => mutate(change), [mutate]);
}
