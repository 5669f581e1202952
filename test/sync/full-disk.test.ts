import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SyncStatus } from '../../shared/workspaces/sync.ts';
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../helpers/damage/small-disk.ts';
import { startLinkedService, type LinkedService } from '../helpers/remote/start-linked-service.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';

const large = Buffer.alloc(3 * 1024 * 1024);

describe.runIf(canMountDisk)('a disk that is full while the remote is mirrored', () => {
  let disk: SmallDisk;
  let remote: StrictRemote;
  let started: LinkedService;
  beforeEach(async () => {
    disk = mountSmallDisk();
    remote = await startStrictRemote();
    started = await startLinkedService(remote, { dataDir: join(disk.path, 'data') });
    await waitForStatus(({ state }) => state === 'up_to_date');
  });
  afterEach(async () => {
    await started.stop();
    await remote.close();
    disk.unmount();
  });

  const waitUntil = async <Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean) =>
    readUntil(await subscribeToEvents(started.v1), () => true, read, isDone);
  const waitForStatus = async (isDone: (status: SyncStatus) => boolean) =>
    waitUntil(
      async () => (await started.app(appRoutes.getSyncStatus, {})).status,
      (status) => status !== null && isDone(status),
    );
  const sync = async () => {
    await started.app(appRoutes.syncNow, {});
    return waitForStatus(({ state }) => state !== 'syncing');
  };
  const listMembers = async () => {
    const { org_id } = await started.app(appRoutes.getSession, {});
    return (await started.v1(v1Routes.listMembers, { params: { org_id: org_id ?? '' } })).data.map(
      ({ email }) => email,
    );
  };
  const addInvoice = (bytes: Buffer) => {
    remote.state.files.set('/invoices/inv_1.pdf', { type: 'application/pdf', bytes });
    remote.state.invoices = [
      {
        invoice_id: 'inv_1',
        amount_due_usd: 9,
        status: 'paid',
        issue_date: '2026-11-01T00:00:00Z',
        pdf_url: `${remote.origin}/invoices/inv_1.pdf`,
      },
    ];
  };

  test('is the reason of each part that cannot be stored, until there is space', async () => {
    disk.fill();
    const names = Array.from({ length: 400 }, (_, at) => `member-${at}-${'x'.repeat(200)}@example.com`);
    remote.state.members = names.map((email, at) => ({ user_id: `u${at}`, email, role: 'viewer', status: 'active' }));
    const status = await sync();
    const reason = 'The disk of this computer is full. Free some space.';
    expect(status?.parts.find(({ name }) => name === 'members')?.error).toBe(reason);
    expect(await listMembers(), 'the last state is kept').toEqual(['ada@example.com', 'mo@example.com']);
    disk.clear();
    expect((await sync())?.parts.every(({ error }) => error === null)).toBe(true);
    expect(await listMembers()).toEqual(names);
  });

  test('is the reason of a PDF and of a recording that do not fit, and stops nothing else', async () => {
    disk.fillUpTo(1024 * 1024);
    addInvoice(Buffer.concat([Buffer.from('%PDF-1.7\n'), large]));
    remote.state.files.set('/audio/call_1.mp3', {
      type: 'audio/mpeg',
      bytes: Buffer.concat([Buffer.from('ID3'), large]),
    });
    remote.state.calls.set('call_1', {
      call_id: 'call_1',
      agent_id: 'agt_1',
      status: 'completed',
      duration_seconds: 60,
      disposition: 'Interested',
      recording_url: `${remote.origin}/audio/call_1.mp3`,
      transcript: [{ speaker: 'agent', text: 'Hello.' }],
    });
    await started.app(appRoutes.importCalls, { json: { ids: ['call_1'] } });
    expect(await sync()).toMatchObject({ state: 'up_to_date' });
    const error = 'The file could not be stored, because the disk is full.';
    await waitUntil(
      async () => (await started.app(appRoutes.listInvoiceRecords, {})).data,
      ([invoice]) => invoice?.error === error,
    );
    const { data } = await started.app(appRoutes.listCallRecords, { query: {} });
    const params = { call_id: data[0]?.call_id ?? '' };
    const call = await waitUntil(
      () => started.app(appRoutes.getCallDetails, { params }),
      ({ remote_recording }) => remote_recording?.error === error,
    );
    expect(call).toMatchObject({ status: 'completed', disposition: 'Interested' });
  });
});
