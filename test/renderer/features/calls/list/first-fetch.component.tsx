import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CallListContent } from '../../../../../renderer/features/calls/list/call-list-content.tsx';
import { LatestCalls } from '../../../../../renderer/features/overview/latest-calls.tsx';
import { CommandProvider } from '../../../../../renderer/ui/commands/command-context.tsx';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { commands } from '../../../../../shared/window/commands.ts';
import type { SyncState } from '../../../../../shared/workspaces/sync.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';

const linked = { workspace: { kind: 'linked', remote_host: 'voice.example' } } as const;
const time = '2026-03-01T09:30:00.000Z';

const ignore = () => {};

function EmptyLists() {
  const firstPage = useQuery({ queryKey: ['empty list'], queryFn: () => ({ total: 0 }) });
  const query = { filter: {}, order: 'created', descending: true } as const;
  const handlers = { onClear: ignore, onSort: ignore, onOpen: ignore };
  return (
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: ignore }))}>
      <LatestCalls calls={[]} />
      <CallListContent firstPage={firstPage} query={query} isStale={false} isFiltered={false} {...handlers} />
    </CommandProvider>
  );
}

async function renderEmptyLists(state: SyncState, refreshed_at: string | null) {
  const service = startFakeService();
  service.answer(appRoutes.getConnection, () => ({ connection: null }));
  service.answer(appRoutes.getSyncStatus, () => ({
    status: {
      state,
      since: time,
      reason: null,
      waiting: 0,
      needs_you: 0,
      reached_at: null,
      parts: [{ name: 'calls' as const, refreshed_at, error: null, unread_items: 0, is_permitted: true }],
    },
  }));
  await renderInWindow(<EmptyLists />, linked);
}

test('calls are fetched, instead of missing, until the list was read once', async () => {
  await renderEmptyLists('needs_you', null);
  await expect.element(page.getByRole('heading', { name: 'Fetching calls …' })).toBeVisible();
  expect(page.getByText('No calls yet').query()).toBeNull();
});

test.each([
  ['up_to_date', time],
  ['syncing', time],
  ['offline', null],
  ['paused', null],
] as const)('calls are missing if the state is %s and the list was read at %s', async (state, refreshedAt) => {
  await renderEmptyLists(state, refreshedAt);
  await expect.element(page.getByRole('heading', { name: 'No calls yet' })).toBeVisible();
  expect(page.getByText(/Fetching/).query()).toBeNull();
});
