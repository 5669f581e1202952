import { expect, test } from 'vitest';
import { describeSyncStatus } from '../../../../renderer/features/sync/describe-sync-status.ts';
import { syncPartIds, type SyncStatus } from '../../../../shared/workspaces/sync.ts';
import { sampleSyncStatus } from '../../../helpers/components/sample-sync.ts';

const describeStatus = (status: Partial<SyncStatus>) => {
  const { label, detail } = describeSyncStatus({ ...sampleSyncStatus, ...status });
  return `${label}: ${detail}`;
};

test.each<[Partial<SyncStatus>, string | RegExp]>([
  [{}, /^Up to date: Everything has been up to date since .*\.$/],
  [
    { parts: sampleSyncStatus.parts.map((part) => ({ ...part, is_permitted: part.name !== 'usage' })) },
    /^Up to date: Everything that this API key can read has been up to date since .*\.$/,
  ],
  [{ state: 'syncing' }, 'Syncing: Fetching the latest data.'],
  [{ state: 'syncing', waiting: 2 }, 'Syncing: Sending 2 changes.'],
  [{ state: 'waiting', waiting: 1 }, '1 waiting: 1 change waits for the next attempt.'],
  [{ state: 'needs_you', needs_you: 1 }, '1 needs you: 1 change needs your decision.'],
  [{ state: 'needs_you', needs_you: 3, waiting: 2 }, '3 need you: 3 changes need your decision.'],
  [{ state: 'out_of_date', reason: 'It is broken.' }, 'Out of date: Some data could not be refreshed. It is broken.'],
  [
    { state: 'offline', reason: 'No connection.', waiting: 2 },
    /^Offline: No connection\. Last reached .*\. 2 waiting changes are kept\.$/,
  ],
  [{ state: 'offline', reached_at: null }, 'Offline: The remote cannot be reached.'],
  [{ state: 'paused', reason: 'The key was revoked.' }, 'API key needed: The key was revoked.'],
  [
    { state: 'wrong_organization', reason: 'It has no organization org_1.', waiting: 1 },
    'Wrong organization: It has no organization org_1. 1 waiting change is kept.',
  ],
])('%j', (status, expected) => {
  if (typeof expected === 'string') expect(describeStatus(status)).toBe(expected);
  else expect(describeStatus(status)).toMatch(expected);
});

test('counts the items that could not be read, unless a part could not be refreshed at all', () => {
  const unread: Readonly<Record<string, number>> = { calls: 1200, documents: 3 };
  const parts = sampleSyncStatus.parts.map((part) =>
    part.name in unread ? { ...part, error: 'A wrong type.', unread_items: unread[part.name] ?? 0 } : part,
  );
  const status = { state: 'out_of_date', reason: 'A wrong type.' } as const;
  expect(describeStatus({ ...status, parts })).toMatch(/^1,203 unreadable: Some data could not be refreshed\. A wrong/);
  const failed = parts.map((part) => (part.name === 'usage' ? { ...part, error: 'HTTP 500.' } : part));
  expect(describeStatus({ ...status, parts: failed })).toMatch(/^Out of date: /);
});

test('counts the parts that were fetched for the first time', () => {
  const parts = syncPartIds.map((name, at) => ({
    name,
    refreshed_at: at < 3 ? sampleSyncStatus.since : null,
    error: at === 8 ? 'It is broken.' : null,
    unread_items: 0,
    is_permitted: true,
  }));
  expect(describeStatus({ state: 'syncing', parts })).toBe('Syncing: Fetching data for the first time: 3 of 10 parts.');
});
