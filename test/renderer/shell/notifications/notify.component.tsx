import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNotifiedWorkspace } from '../../../../renderer/features/workspaces/notified-workspace-store.ts';
import { notify } from '../../../../renderer/shell/notifications/notify.ts';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { sessionQuery } from '../../../../renderer/data/session/session-query.ts';
import { settingsQuery } from '../../../../renderer/data/settings-query.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../../shared/knowledge/knowledge.ts';
import type { DocumentOmission } from '../../../../shared/knowledge/omissions.ts';
import { settingsSchema } from '../../../../shared/window/settings.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { sampleOutboxItem, sampleSyncStatus } from '../../../helpers/components/sample-sync.ts';
import { waitFor } from '../../../helpers/clock/wait-for.ts';

type Shown = { readonly title: string; readonly body: string | undefined; readonly click: () => void };

/** `waitFor` moves the clock of the tests, which `expect.poll` does not. */
let shown: Shown[];
let hasFocus: boolean;
let permission: NotificationPermission;

beforeEach(() => {
  shown = [];
  hasFocus = false;
  permission = 'granted';
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
  class FakeNotification extends EventTarget {
    static get permission() {
      return permission;
    }
    constructor(title: string, options?: NotificationOptions) {
      super();
      shown.push({ title, body: options?.body, click: () => this.dispatchEvent(new Event('click')) });
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  setSetting('on');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  location.hash = '';
});

function setSetting(notifications: 'on' | 'off') {
  queryClient.setQueryData(settingsQuery.queryKey, { ...settingsSchema.parse({}), notifications });
}

const document1: DocumentRecord = {
  ...sampleDocument,
  status: 'failed',
  error: { code: 'encrypted', detail: 'The file is protected by a password.' },
};

const failDocument = (document_id: string) => notify({ type: 'document.changed', document_id, status: 'failed' });

/** Passes the time after which events are shown together, and waits for the code of notifications. */
async function passTime(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

test('a failed document is named with its reason, and a click opens it', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [document1] }));
  failDocument('doc_1');
  await passTime();
  await waitFor(() =>
    expect(shown).toMatchObject([
      { title: '“Price list” could not be processed', body: 'The file is protected by a password.' },
    ]),
  );
  shown[0]?.click();
  expect(location.hash).toBe('#/knowledge?document=doc_1');
});

test('a notification says what was not read of documents that are ready', async () => {
  const scanned: DocumentOmission = { kind: 'scanned_page', count: 2, pages: [{ first: 3, last: 4 }] };
  const documents: DocumentRecord[] = [
    { ...sampleDocument, omissions: [scanned, { kind: 'hidden_text', count: 1, pages: [] }] },
    { ...sampleDocument, document_id: 'doc_2', omissions: [{ kind: 'hidden_text', count: 1, pages: [] }] },
  ];
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: documents }));
  const activate = (document_id: string) => notify({ type: 'document.changed', document_id, status: 'active' });
  activate('doc_1');
  await passTime();
  await waitFor(() =>
    expect(shown).toMatchObject([
      { title: '“Price list” is ready', body: 'Pages 3 and 4 are scanned images without text.' },
    ]),
  );
  activate('doc_1');
  activate('doc_2');
  await passTime();
  await waitFor(() =>
    expect(shown[1]).toMatchObject({ title: '2 documents are ready', body: '1 of them was not read completely.' }),
  );
});

test('many events at once are one notification', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  for (let count = 1; count <= 120; count++) failDocument(`doc_${count}`);
  await passTime();
  expect(shown.map(({ title }) => title)).toEqual(['120 documents could not be processed']);
});

test('nothing is shown while the window has the focus, the setting is off, or the system does not permit it', async () => {
  hasFocus = true;
  failDocument('doc_1');
  hasFocus = false;
  setSetting('off');
  failDocument('doc_1');
  setSetting('on');
  permission = 'denied';
  failDocument('doc_1');
  await passTime();
  expect(shown).toEqual([]);
});

test('nothing is shown for a document that was deleted meanwhile, or for a call that the user canceled', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  failDocument('doc_1');
  notify({ type: 'call.changed', call_id: 'call_1', status: 'canceled' });
  notify({ type: 'call.changed', call_id: 'call_1', status: 'ringing' });
  await passTime();
  expect(shown).toEqual([]);
  expect(service.listRequests(appRoutes.getCallDetails)).toEqual([]);
});

const undecided = { ...sampleOutboxItem, state: 'unknown', reason: 'The response was lost.' } as const;

test('a change that needs a decision is named with its reason, unless it was decided meanwhile', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listOutboxItems, () => ({ data: [undecided] }));
  notify({ type: 'outbox_item.undecided', item_id: 'out_1' });
  notify({ type: 'outbox_item.undecided', item_id: 'out_2' });
  await passTime();
  await waitFor(() =>
    expect(shown).toMatchObject([{ title: 'Call +1 415 555 0132 needs you', body: 'The response was lost.' }]),
  );
  shown[0]?.click();
  expect(location.hash).toBe('#/overview');
});

test('a refused API key is named with the reason, and a click opens the setting', async () => {
  const status = { ...sampleSyncStatus, state: 'paused', reason: 'The key was revoked.' } as const;
  startFakeService().answer(appRoutes.getSyncStatus, () => ({ status }));
  notify({ type: 'connection.refused' });
  await passTime();
  await waitFor(() => expect(shown).toMatchObject([{ title: 'Nothing is synced', body: 'The key was revoked.' }]));
  shown[0]?.click();
  expect(location.hash).toBe('#/settings?section=connection');
});

const inBackground = { workspace_id: 'wsp_2', name: 'Kestrel' };

test('an event in the background names its workspace, and a click opens it there', async () => {
  const service = startFakeService();
  notify({ type: 'call.changed', call_id: 'call_1', status: 'completed' }, inBackground);
  notify({ type: 'outbox_item.undecided', item_id: 'out_1' }, inBackground);
  notify({ type: 'outbox_item.undecided', item_id: 'out_2' }, inBackground);
  notify({ type: 'document.changed', document_id: 'doc_1', status: 'processing' }, inBackground);
  await passTime();
  const [call, changes] = shown.toSorted((a, b) => (a.body ?? '').localeCompare(b.body ?? '')); // each loads its texts
  expect([call, changes]).toMatchObject([
    { title: 'Kestrel', body: '1 call ended' },
    { title: 'Kestrel', body: '2 changes need you' },
  ]);
  expect(shown).toHaveLength(2);
  call?.click();
  expect(useNotifiedWorkspace.getState().target).toEqual({ workspaceId: 'wsp_2', path: '/calls/call_1' });
  expect(location.hash).toBe('');
  expect(service.listRequests(appRoutes.getCallDetails), 'the open workspace does not have the call').toEqual([]);
});

test('a notification of the open workspace opens that workspace after another one was opened', async () => {
  const setOpen = (workspace_id: string, name: string) =>
    queryClient.setQueryData(sessionQuery.queryKey, {
      version: '1.0.0',
      workspace: { ...sampleWorkspace, workspace_id, name },
      org_id: 'org_1',
      role: 'admin',
      highest_role: 'admin',
      member: null,
      asks_for_member: false,
    });
  setOpen('wsp_1', 'Harbour Office');
  failDocument('doc_1');
  setOpen('wsp_2', 'Kestrel');
  await passTime();
  expect(shown).toMatchObject([{ title: 'Harbour Office', body: '1 document could not be processed' }]);
  shown[0]?.click();
  expect(useNotifiedWorkspace.getState().target).toEqual({
    workspaceId: 'wsp_1',
    path: '/knowledge?document=doc_1',
  });
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
});
