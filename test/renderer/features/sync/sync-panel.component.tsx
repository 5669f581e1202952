import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bindCommands, type CommandAction } from '../../../../renderer/ui/commands/command.ts';
import { agentRequestsFeature } from '../../../../renderer/features/agent-requests/feature.ts';
import { callsFeature } from '../../../../renderer/features/calls/feature.ts';
import { OutboxEditorContext } from '../../../../renderer/features/outbox/outbox-editor-context.ts';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { usePlaceCallStore } from '../../../../renderer/features/calls/place-call/place-call-store.ts';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { ConnectionBanner } from '../../../../renderer/features/sync/connection-banner.tsx';
import { SyncChip } from '../../../../renderer/features/sync/sync-chip.tsx';
import { LazySyncPanel } from '../../../../renderer/features/sync/lazy-sync-panel.tsx';
import { openSyncPanel, resetSyncPanel, useSyncPanel } from '../../../../renderer/data/sync-panel-store.ts';
import { syncStatusQuery } from '../../../../renderer/features/outbox/sync-query.ts';
import { commands, type CommandId } from '../../../../shared/window/commands.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { OpenOutboxItem, OutboxItem, SyncStatus } from '../../../../shared/workspaces/sync.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';
import { sampleCallDetails } from '../../../helpers/components/sample-call.ts';
import { sampleOutboxItem, sampleSyncStatus } from '../../../helpers/components/sample-sync.ts';

let service: FakeService;
let status: SyncStatus;
let items: OpenOutboxItem[];

beforeEach(() => {
  resetSyncPanel();
  service = startFakeService();
  status = sampleSyncStatus;
  items = [];
  service.answer(appRoutes.getSyncStatus, () => ({ status }));
  service.answer(appRoutes.listOutboxItems, () => ({ data: items }));
});

const boundCommands = bindCommands(
  Object.fromEntries(
    commands.map(({ id }): [CommandId, CommandAction] => [
      id,
      { disabledReason: null, run: id === 'show-sync-status' ? openSyncPanel : () => {} },
    ]),
  ) as Record<CommandId, CommandAction>, // has an entry for every command; fromEntries loses the keys
  'electron',
  false,
);

const withStatus = (change: Partial<SyncStatus>): SyncStatus => ({ ...sampleSyncStatus, ...change });
const withChange = (item: OutboxItem, change: Partial<OutboxItem>): OutboxItem => ({ ...item, ...change });

const open = async (options: Parameters<typeof renderInWindow>[1] = {}) => {
  await renderInWindow(
    <CommandProvider value={boundCommands}>
      <OutboxEditorContext value={{ ...callsFeature.outboxEditors, ...agentRequestsFeature.outboxEditors }}>
        <main id="content" tabIndex={-1}>
          <SyncChip />
          <ConnectionBanner />
          <LazySyncPanel />
        </main>
      </OutboxEditorContext>
    </CommandProvider>,
    { workspace: { kind: 'linked' }, ...options },
  );
};

const openPanel = async (options: Parameters<typeof renderInWindow>[1] = {}) => {
  await open(options);
  await chip.click();
  await expect.element(panel).toBeVisible();
};

const chip = page.getByRole('button', { name: /sync status$/ });
const panel = page.getByRole('region', { name: 'Sync status', exact: true });
const getRow = (name: string) => panel.getByRole('listitem', { name });
const call = 'Call +1 415 555 0132';

describe('the chip', () => {
  test('shows the status as a word, and the times in its tooltip', async () => {
    await open();
    await expect.element(chip).toHaveTextContent('Up to date');
    await chip.hover();
    await expect.element(page.getByText(/^Everything has been up to date since/)).toBeVisible();
  });

  test('announces a change of the status, and not that it syncs', async () => {
    await open();
    const announcement = page.getByRole('status').filter({ hasText: /./ });
    await expect.element(announcement).toHaveTextContent('Up to date');
    queryClient.setQueryData(syncStatusQuery.queryKey, withStatus({ state: 'syncing' }));
    await expect.element(chip).toHaveTextContent('Syncing');
    await expect.element(announcement).toHaveTextContent('Up to date');
    queryClient.setQueryData(syncStatusQuery.queryKey, withStatus({ state: 'offline' }));
    await expect.element(announcement).toHaveTextContent('Offline');
  });

  test('opens the panel and closes it, and gets the focus back', async () => {
    await openPanel();
    await expect.element(panel).toHaveFocus();
    await expect.element(chip).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(chip).toHaveFocus();
  });

  test('its command focuses the panel if it is open', async () => {
    await openPanel();
    await expect.element(panel).toHaveFocus();
    page.getByRole('main').element().focus();
    openSyncPanel();
    await expect.element(panel).toHaveFocus();
    panel.getByRole('button', { name: 'Sync now' }).element().focus();
    openSyncPanel();
    await expect.element(panel.getByRole('button', { name: 'Sync now' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(chip).toHaveFocus();
  });

  test('is not shown in a local workspace, which has no status', async () => {
    await open({ workspace: { kind: 'local' } });
    await expect.element(page.getByRole('main')).toBeInTheDocument();
    await expect.element(chip).not.toBeInTheDocument();
    expect(service.listRequests(appRoutes.getSyncStatus)).toEqual([]);
  });
});

describe('the panel', () => {
  test('says that everything is up to date, and when each part was refreshed', async () => {
    await openPanel();
    await expect.element(panel.getByText(/^Everything has been up to date since/)).toBeVisible();
    await expect
      .element(panel.getByRole('list', { name: 'Last refreshed' }).getByRole('listitem').nth(2))
      .toMatchTextContent(/^Documents(?!Never)./);
    await expect.element(panel.getByRole('list', { name: 'Waiting' })).not.toBeInTheDocument();
  });

  test('shows why a part could not be refreshed', async () => {
    const [first, ...others] = sampleSyncStatus.parts;
    if (!first) throw new Error('The sample has no parts.');
    const error = 'The remote answered with an error.';
    status = {
      ...sampleSyncStatus,
      state: 'out_of_date',
      reason: error,
      parts: [{ ...first, refreshed_at: null, error }, ...others],
    };
    await openPanel();
    await expect
      .element(panel.getByRole('list', { name: 'Last refreshed' }).getByRole('listitem').first())
      .toMatchTextContent(`OrganizationNever${error}`);
  });

  test('says what the API key may not read, and which role may', async () => {
    const refused = (name: string) => name === 'usage' || name === 'documents';
    status = withStatus({
      parts: sampleSyncStatus.parts.map((part) =>
        refused(part.name) ? { ...part, refreshed_at: null, is_permitted: false } : part,
      ),
    });
    await openPanel();
    const rows = panel.getByRole('list', { name: 'Last refreshed' }).getByRole('listitem');
    await expect.element(rows.nth(2)).toMatchTextContent('DocumentsNeverNot permitted with this key.');
    await expect
      .element(rows.nth(8))
      .toMatchTextContent('UsageNeverNot permitted with this key. Requires the Admin role.');
    await expect.element(panel.getByText(/^Everything that this API key can read has been up to date/)).toBeVisible();
  });

  test('lists what needs the user first, and then what waits, each with its reason', async () => {
    items = [
      { ...sampleOutboxItem, next_attempt_at: '2030-01-01T12:00:00.000Z' },
      {
        ...sampleOutboxItem,
        item_id: 'out_2',
        kind: 'upload_document',
        state: 'rejected',
        label: 'Opening hours',
        reason: 'The remote accepts no more documents.',
      },
    ];
    status = withStatus({ state: 'needs_you', waiting: 1, needs_you: 1 });
    await openPanel();
    await expect
      .element(panel.getByRole('list', { name: 'Needs you' }).getByRole('listitem', { name: 'Upload “Opening hours”' }))
      .toMatchTextContent(/Rejected.*The remote accepts no more documents\./);
    await expect
      .element(panel.getByRole('list', { name: 'Waiting' }).getByRole('listitem', { name: call }))
      .toMatchTextContent(/Waiting.*queued.*next attempt at.*The remote cannot be reached\./);
    for (const name of ['1 needs you', '1 waiting'])
      await expect.element(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  });

  test('does not repeat a reason that it already shows above the list', async () => {
    const other = 'Changes are sent one after the other.';
    items = [sampleOutboxItem, { ...sampleOutboxItem, item_id: 'out_2', label: '+14155550133', reason: other }];
    status = withStatus({ state: 'offline', reason: sampleOutboxItem.reason, waiting: 2 });
    await openPanel();
    await expect.element(getRow('Call +1 415 555 0133')).toMatchTextContent(other);
    await expect.element(panel.getByText(/^The remote cannot be reached\. /)).toBeVisible();
    await expect.element(getRow(call)).not.toHaveTextContent('The remote cannot be reached.');
  });

  test('keeps a phone number on one line', async () => {
    const label = 'the call to Wilhelmina Featherstonehaugh at +14155550134';
    items = [{ ...sampleOutboxItem, kind: 'write_note', label }];
    await openPanel();
    const number = panel.getByText('+1 415 555 0134', { exact: true });
    await expect.element(number).toBeVisible();
    for (const width of [320, 300, 280, 260, 240]) {
      panel.element().setAttribute('style', `width: ${width}px`);
      expect(number.element().getClientRects(), `at ${width} px`).toHaveLength(1);
    }
  });

  test('syncs now', async () => {
    service.answer(appRoutes.syncNow, () => ({ status: withStatus({ state: 'syncing' }) }));
    await openPanel();
    await panel.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => service.listRequests(appRoutes.syncNow)).toHaveLength(1);
  });

  test('explains a failure of its requests', async () => {
    items = [sampleOutboxItem];
    service.answer(appRoutes.sendOutboxItem, () => {
      throw new Problem('outbox_action_unavailable', 'This change was canceled.');
    });
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Send now' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(`${call}: could not be sentThis change was canceled.`);
  });

  test('names the role that can decide', async () => {
    items = [sampleOutboxItem];
    await openPanel({ role: 'viewer' });
    await expect
      .element(getRow(call).getByRole('button', { name: 'Send now' }))
      .toHaveAccessibleDescription(/^Requires the Admin or Manager role/);
  });
});

describe('a change whose outcome is unknown', () => {
  const unknown: OpenOutboxItem = {
    ...sampleOutboxItem,
    state: 'unknown',
    reason: 'The response was lost. The remote may have placed this call.',
    actions: ['check', 'mark_done', 'send', 'cancel'],
  };
  beforeEach(() => {
    items = [unknown];
    status = withStatus({ state: 'needs_you', needs_you: 1 });
  });

  test('is sent again only after a warning', async () => {
    service.answer(appRoutes.sendOutboxItem, () => withChange(unknown, { state: 'queued' }));
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Send again' });
    await expect.element(dialog).toMatchTextContent('Sending it again may ring +1 415 555 0132 twice.');
    expect(service.listRequests(appRoutes.sendOutboxItem)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => service.listRequests(appRoutes.sendOutboxItem)).toHaveLength(1);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is checked on the remote, whose answer is shown', async () => {
    service.answer(appRoutes.checkOutboxItem, () => withChange(unknown, { reason: 'The remote does not report it.' }));
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Check' }).click();
    await expect.element(page.getByText('The remote does not report it.')).toBeVisible();
    service.answer(appRoutes.checkOutboxItem, () => withChange(unknown, { state: 'done' }));
    await getRow(call).getByRole('button', { name: 'Check' }).click();
    await expect.element(page.getByText(`${call}: the remote made this change`)).toBeVisible();
  });

  test('is marked as done, with the ID that the remote gave it', async () => {
    service.answer(appRoutes.completeOutboxItem, () => withChange(unknown, { state: 'done' }));
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Mark as done…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as done' });
    await dialog.getByRole('textbox', { name: /^Call ID/ }).fill(' call_far ');
    items = [];
    await dialog.getByRole('button', { name: 'Mark as done' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(service.listRequests(appRoutes.completeOutboxItem)).toMatchObject([
      { path: '/app/outbox/out_1/complete', json: { remote_id: 'call_far' } },
    ]);
    await expect.element(getRow(call)).not.toBeInTheDocument();
  });

  test('is not marked as done with an ID that the service refuses', async () => {
    service.answer(appRoutes.completeOutboxItem, () => {
      throw new Problem('outbox_action_unavailable', 'Another call has this ID.');
    });
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Mark as done…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as done' });
    await dialog.getByRole('button', { name: 'Mark as done' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: /^Call ID/ }))
      .toHaveAccessibleDescription('Another call has this ID.');
  });

  test('is canceled only after a warning of what may have happened', async () => {
    service.answer(appRoutes.cancelOutboxItem, () => withChange(unknown, { state: 'canceled' }));
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel change' });
    await expect.element(dialog).toMatchTextContent('If the remote received the call, it is placed.');
    await expect.element(dialog.getByRole('button', { name: 'Keep change' })).toHaveFocus();
    items = [];
    await dialog.getByRole('button', { name: 'Cancel change' }).click();
    await expect.element(page.getByText(`${call}: canceled`)).toBeVisible();
    await expect.element(getRow(call)).not.toBeInTheDocument();
  });
});

test.each([
  ['queued', false, 'The document is not uploaded. Its file is deleted from this computer.'],
  ['queued', true, 'The document is not uploaded. Its file stays on this computer.'],
  ['unknown', false, 'If the remote received the document, it keeps it. Its file is deleted from this computer.'],
  ['unknown', true, 'If the remote received the document, it keeps it. Its file stays on this computer.'],
] as const)('canceling a %s upload (document kept: %s) says what happens to its file', async (...row) => {
  const [state, keeps_document, sentence] = row;
  items = [{ ...sampleOutboxItem, kind: 'upload_document', label: 'Opening hours', state, keeps_document }];
  await openPanel();
  await getRow('Upload “Opening hours”').getByRole('button', { name: 'Cancel…' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Cancel change' })).toMatchTextContent(sentence);
});

describe('editing', () => {
  test('takes a call out of the outbox and opens the form with its content', async () => {
    items = [sampleOutboxItem];
    service.answer(appRoutes.getCallDetails, () => ({
      ...sampleCallDetails,
      recording: null,
      agent_id: 'agt_1',
      recipient_number: '+14155550132',
      metadata: { first_name: 'Ada' },
    }));
    service.answer(appRoutes.cancelOutboxItem, () => withChange(sampleOutboxItem, { state: 'canceled' }));
    await openPanel();
    await getRow(call).getByRole('button', { name: 'Edit' }).click();
    await expect.element(page.getByRole('heading', { name: '/calls' })).toBeVisible();
    expect(usePlaceCallStore.getState()).toMatchObject({
      isOpen: true,
      draft: { agentId: 'agt_1', number: '+1 415 555 0132', rows: [{ name: 'first_name', value: 'Ada' }] },
    });
    expect(service.listRequests(appRoutes.cancelOutboxItem)).toHaveLength(1);
    expect(useSyncPanel.getState().isOpen, 'it would cover the form').toBe(false);
  });

  test('saves a build request as a draft before it takes it out', async () => {
    const item: OpenOutboxItem = {
      ...sampleOutboxItem,
      kind: 'submit_request',
      subject_id: 'req_1',
      label: 'Reminders',
    };
    items = [item];
    const order: string[] = [];
    service.answer(appRoutes.listAgentRequestRecords, () => ({
      data: [{ ...sampleRequest, request_id: 'req_1', name: 'Reminders', objective: 'Remind customers.' }],
      unreadable: 0,
    }));
    service.answer(v1Routes.saveItem, ({ json }) => {
      order.push('saved');
      return { saved_id: 'sav_1', ...(json as { kind: 'request_draft'; name: string; value: never }) }; // as it was sent
    });
    service.answer(v1Routes.listSavedItems, () => ({ data: [] }));
    service.answer(appRoutes.cancelOutboxItem, () => {
      order.push('canceled');
      return withChange(item, { state: 'canceled' });
    });
    await openPanel();
    await getRow('Submit “Reminders”').getByRole('button', { name: 'Edit' }).click();
    await expect.element(page.getByRole('heading', { name: /^\/agents\/new\?draft=/ })).toBeVisible();
    expect(order).toEqual(['saved', 'canceled']);
    expect(service.listRequests(v1Routes.saveItem)[0]?.json).toMatchObject({
      kind: 'request_draft',
      value: { name: 'Reminders', objective: 'Remind customers.' },
    });
  });
});

test('a banner names the organization that the remote does not have, and links to the connection', async () => {
  const reason = 'The remote has no organization org_far.';
  status = withStatus({ state: 'wrong_organization', reason, waiting: 2 });
  await open();
  const banner = page.getByRole('alert', { name: 'Wrong organization' });
  await expect
    .element(banner)
    .toMatchTextContent(`Nothing is synced. ${reason} 2 waiting changes are kept.Edit connection`);
  await expect.element(chip).toHaveTextContent('Wrong organization');
  await banner.getByRole('link', { name: 'Edit connection' }).click();
  await expect.element(page.getByRole('heading', { name: '/settings?section=connection' })).toBeVisible();
});

describe('without a valid API key', () => {
  beforeEach(() => {
    status = withStatus({ state: 'paused', reason: 'The remote refused the API key.', waiting: 1 });
  });

  test('a banner says so, and links to the setting', async () => {
    await open();
    const banner = page.getByRole('alert', { name: 'API key needed' });
    await expect
      .element(banner)
      .toMatchTextContent(
        'Nothing is synced. The remote refused the API key. 1 waiting change is kept.Replace API key',
      );
    await expect.element(chip).toHaveTextContent('API key needed');
    await banner.getByRole('link', { name: 'Replace API key' }).click();
    await expect.element(page.getByRole('heading', { name: '/settings?section=connection' })).toBeVisible();
  });

  test('a role that cannot replace it sees who can', async () => {
    await open({ role: 'manager' });
    await expect
      .element(page.getByRole('alert', { name: 'API key needed' }))
      .toMatchTextContent(/Requires the Admin role/);
  });
});
