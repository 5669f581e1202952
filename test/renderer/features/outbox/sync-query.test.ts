import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { refetchSync, syncStatusQuery } from '../../../../renderer/features/outbox/sync-query.ts';
import type { SyncStatus } from '../../../../shared/workspaces/sync.ts';
import { waitFor } from '../../../helpers/clock/wait-for.ts';
import { sampleSyncStatus } from '../../../helpers/components/sample-sync.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a list that has arrived is fetched before the status says that its first fetch has ended', async () => {
  const setCalls = (refreshed_at: string | null): SyncStatus => ({
    ...sampleSyncStatus,
    parts: sampleSyncStatus.parts.map((part) => (part.name === 'calls' ? { ...part, refreshed_at } : part)),
  });
  let status = setCalls(null);
  let mirrored: readonly string[] = [];
  vi.stubGlobal('fetch', async () => Response.json({ status }));
  const list = new QueryObserver(queryClient, { queryKey: ['calls'], queryFn: async () => mirrored });
  const seen: string[] = [];
  const note = () => {
    const parts = queryClient.getQueryData(syncStatusQuery.queryKey)?.parts;
    const isFetched = parts?.find(({ name }) => name === 'calls')?.refreshed_at != null;
    seen.push(`${isFetched ? 'fetched' : 'fetching'}: ${list.getCurrentResult().data?.join() ?? '-'}`);
  };
  const closeList = list.subscribe(() => {});
  const closeStatus = new QueryObserver(queryClient, syncStatusQuery).subscribe(note);
  await waitFor(() => expect(seen.at(-1)).toBe('fetching: '));

  [status, mirrored] = [setCalls('2026-03-01T10:00:00.000Z'), ['call_1']];
  await refetchSync();
  expect(seen.at(-1)).toBe('fetched: call_1');
  expect(seen).not.toContain('fetched: ');
  closeList();
  closeStatus();
});
