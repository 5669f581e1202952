import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { setWindowLocked } from '../../data/session/lock-state.ts';
import { flushWorkspace } from '../../data/session/workspace-parts.ts';

export const windowLockQuery = queryOptions({
  queryKey: ['window-lock'],
  queryFn: ({ signal }) => app(appRoutes.getWindowLock, { signal }),
});

/** Rejects with a Problem without changing anything. */
export async function updateWindowLock(change: z.input<typeof appRoutes.updateWindowLock.json>): Promise<void> {
  queryClient.setQueryData(windowLockQuery.queryKey, await app(appRoutes.updateWindowLock, { json: change }));
}

/** Rejects with Problem `lock_not_set_up`. */
export async function lockWindow(): Promise<void> {
  await flushWorkspace();
  const { is_locked } = await app(appRoutes.lockWindow, {});
  if (is_locked) setWindowLocked();
}
