import { expect, test, type Locator, type Page } from '@playwright/test';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage, placeSimulatedCallInPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { checkKeyboardReach } from '../helpers/browser/check-keyboard-reach.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { holdRequests } from '../helpers/remote/hold-requests.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createPalettePage } from '../helpers/pages/palette-page.ts';
import { prepareUnusualDemo } from '../helpers/data/prepare-unusual-demo.ts';
import { sampleOutboxItem, sampleSyncStatus } from '../helpers/components/sample-sync.ts';
import { createOpenerWalk } from '../helpers/browser/visit-openers.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { visitAgentEditor } from '../helpers/elements/visit-agent-editor.ts';
import { visitCallOutcome } from '../helpers/elements/visit-call-outcome.ts';
import { visitDocuments } from '../helpers/elements/visit-documents.ts';
import { visitMembers } from '../helpers/elements/visit-members.ts';
import { visitModels } from '../helpers/elements/visit-models.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

const demoName = 'Northwind Broadband';

/** Returns the pattern of the URLs of a route of the window. */
const toUrl = (path: string) => `**${routeTreePaths.app}${path.replace('{backup_id}', '*')}`;

async function createLinkedWorkspace(page: Page, remote: StrictRemote): Promise<void> {
  const connection = { base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.admin };
  await fetchAsWindow(page, '/app/workspaces', { json: { kind: 'linked', name: 'Linked', connection } });
}

/**
 * Opens everything that the window can open, with the keyboard, and checks it in both themes. This file takes longest: files start
 * in alphabetical order, and its name lets it start among the first.
 */
test.describe.serial('menus, lists, panels and dialogs', () => {
  let window: OpenWindow;
  const { visit, expectComplete } = createOpenerWalk(() => window.page);
  const check = (label: string) => expectNoViolations(window.page, label);
  const openView = async (name: string) => {
    await window.page.getByRole('link', { name, exact: true }).click();
    await waitForView(window.page, name);
  };

  const visitRowMenu = (name: string, file: string, opener: Locator) =>
    visit(`actions of ${name}`, {
      from: `${file} RowMenu`,
      opener,
      open: () => window.page.keyboard.press('Shift+F10'),
      element: window.page.getByRole('menu', { name: 'Actions' }),
    });

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, { colorScheme: 'light' }, (dataDir) =>
      Promise.resolve(prepareUnusualDemo(dataDir)),
    );
  });
  test.afterAll(() => window.close());

  test('of the frame', async () => {
    const { page } = window;
    const menu = page.getByRole('menu');
    // The tests use no keychain, without which no lock can be set up.
    await page.route('**/app/keychain', (route) => route.fulfill({ json: { kept_in: 'keychain' } }));
    await openView('Settings');
    await expect(page.getByRole('table', { name: 'Storage used' })).toBeVisible();
    const palette = createPalettePage(page);
    await visit('palette', {
      from: 'shell/palette/palette.tsx Dialog.Portal',
      opener: page.getByRole('link', { name: 'Settings' }),
      open: () => page.keyboard.press('Control+k'),
      element: palette.dialog,
      whileOpen: async () => {
        await palette.input.fill('text');
        await expect(palette.options.filter({ hasText: 'Reset text size' })).toHaveAttribute('aria-disabled');
        await check('palette, with results and disabled commands');
        await palette.input.fill('technician');
        await expect(palette.options.locator('mark').first()).toBeVisible();
        await check('palette, with matches in transcripts');
        await palette.input.fill('no such record');
        await expect(palette.dialog.getByText('No results for “no such record”')).toBeVisible();
        await check('palette, without results');
      },
    });
    await visit('keyboard shortcuts', {
      from: 'shell/commands/shortcuts-dialog.tsx Dialog',
      opener: page.getByRole('link', { name: 'Settings' }),
      open: () => page.keyboard.press('?'),
      element: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
    });
    await visit('role menu', {
      from: 'shell/frame/openable-role-menu.tsx Menu',
      opener: page.getByRole('button', { name: /^Viewing as/ }),
      element: menu,
    });
    const workspaceMenu = page.getByRole('button', { name: `Workspace: ${demoName}` });
    await visit('workspace menu', {
      from: 'features/workspaces/openable-workspace-menu.tsx Menu',
      opener: workspaceMenu,
      element: menu,
    });
    for (const [item, from, role] of [
      ['New workspace…', 'features/workspaces/new-workspace-dialog.tsx Dialog', 'dialog'],
      ['Connect to a remote service…', 'features/connection/connect-dialog.tsx Dialog', 'dialog'],
      ['Rename…', 'features/workspaces/rename-workspace-dialog.tsx Dialog', 'dialog'],
      ['Remove…', 'features/workspaces/remove-workspace-dialog.tsx ConfirmDialog', 'alertdialog'],
    ] as const)
      await visit(item, {
        from,
        opener: workspaceMenu,
        open: async () => {
          await page.keyboard.press('Enter');
          await page.getByRole('menuitem', { name: item }).press('Enter');
        },
        element: page.getByRole(role),
      });
    await visit('recovery of a workspace', {
      from: 'features/workspaces/recover-workspace-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: `Recover ${demoName}` }),
      element: page.getByRole('dialog', { name: `Recover “${demoName}”` }),
    });
    await visit('restoring a snapshot', {
      from: 'features/workspaces/recover-workspace-dialog.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: `Recover ${demoName}` }),
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: /^Restore the snapshot/ }).press('Enter');
      },
      element: page.getByRole('alertdialog', { name: 'Restore snapshot' }),
      close: async () => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('list', { name: 'Snapshots' }), 'Esc returns to the list').toBeVisible();
        await page.keyboard.press('Escape');
      },
    });
    await visit('deleting a damaged copy', {
      from: 'features/settings/damaged-copies.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: /^Delete the damaged copy/ }),
      element: page.getByRole('alertdialog', { name: 'Delete damaged copy' }),
    });
    await visit('diagnostics', {
      from: 'features/settings/diagnostics-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Diagnostics…' }),
      open: async () => {
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible();
      },
      element: page.getByRole('dialog', { name: 'Diagnostics' }),
    });
    const addCriterion = page.getByRole('dialog', { name: 'Add criterion' });
    await visit('adding a criterion', {
      from: 'features/settings/criterion-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Add criterion' }),
      element: addCriterion,
      whileOpen: async () => {
        await visit('weight of a criterion', {
          from: 'features/settings/criterion-dialog.tsx Select',
          opener: addCriterion.getByRole('combobox', { name: 'Weight' }),
          element: page.getByRole('listbox'),
        });
        await visit('what decides a criterion', {
          from: 'features/settings/criterion-dialog.tsx Select',
          opener: addCriterion.getByRole('combobox', { name: 'Decided by' }),
          element: page.getByRole('listbox'),
        });
        await addCriterion.getByRole('combobox', { name: 'Decided by' }).click();
        await page.getByRole('option', { name: 'The call has a certain outcome' }).click();
        await visit('outcomes of a criterion', {
          from: 'features/settings/criterion-dialog.tsx ChipsField',
          opener: addCriterion.getByRole('combobox', { name: 'Outcomes' }),
          open: () => page.keyboard.type('f'),
          element: page.getByRole('listbox'),
        });
      },
    });
    await visitModels(page, visit);
    await visit('setting up the lock', {
      from: 'features/window-lock/lock-passphrase-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Set up lock…' }),
      element: page.getByRole('dialog', { name: 'Set up lock' }),
    });
    await page.getByRole('radio', { name: 'Largest' }).click();
    await page.getByRole('radio', { name: 'Workspace list' }).click();
    await check('settings, with the largest text');
    await page.getByRole('radio', { name: 'Standard' }).click();
  });

  test('of a linked workspace', async () => {
    const { page } = window;
    const remote = await startStrictRemote();
    await createLinkedWorkspace(page, remote);
    await page.reload();
    await openView('Settings');
    const settings = page.getByRole('region', { name: 'Connection' });
    for (const [button, name, file] of [
      ['Edit connection…', 'Edit connection', 'connection-settings.tsx'],
      ['Replace API key…', 'Replace API key', 'connection-settings.tsx'],
      ['Check connection…', 'Check connection', 'connection-check-dialog.tsx'],
    ] as const)
      await visit(name, {
        from: `features/connection/${file} Dialog`,
        opener: settings.getByRole('button', { name: button }),
        element: page.getByRole('dialog', { name }),
      });
    await visit('header of the API key', {
      from: 'features/connection/address-fields.tsx Select',
      opener: settings.getByRole('button', { name: 'Edit connection…' }),
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('combobox', { name: 'Header of the API key' }).press('Enter');
      },
      element: page.getByRole('listbox'),
      close: async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      },
    });
    await visit('unlinking', {
      from: 'features/connection/unlink-dialog.tsx ConfirmDialog',
      opener: settings.getByRole('button', { name: 'Unlink…' }),
      element: page.getByRole('alertdialog', { name: 'Unlink workspace' }),
    });
    await visit('connecting without a check', {
      from: 'features/connection/connect-dialog.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: 'Connect to a remote service…' }),
      open: async () => {
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Connect to a remote service' });
        await dialog.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9');
        await dialog.getByRole('textbox', { name: 'Organization ID' }).fill('org_1');
        await dialog.getByLabel('API key', { exact: true }).fill('remote key');
        await page.keyboard.press('Enter');
        await dialog.getByRole('button', { name: 'Connect without check…' }).press('Enter');
      },
      element: page.getByRole('alertdialog', { name: 'Connect without a check' }),
      close: async () => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('textbox', { name: 'Organization ID' }), 'Esc returns to the form').toHaveValue(
          'org_1',
        );
        await page.keyboard.press('Escape');
      },
    });
    await page.getByRole('button', { name: `Open ${demoName}` }).click();
    await expect(page.getByRole('button', { name: `Workspace: ${demoName}` })).toBeVisible();
    await remote.close();
  });

  test('of the lock', async () => {
    const { page } = window;
    const texts = [{ label: 'Name of the template', text: 'Leads of spring' }];
    const state = JSON.stringify({ address: '#/settings', draftStates: {}, lockedStates: {}, texts });
    // The ID may be another one, if the page keeps its drafts when it ends.
    await page.route('**/app/window-lock/pages/*?*', (route) => route.fulfill({ json: { state } }));
    await visit('text that was not saved', {
      from: 'shell/window-lock/kept-texts-dialog.tsx Dialog',
      opener: page.locator('body'),
      open: async () => {
        await page.evaluate(() => sessionStorage.setItem('switchboard.kept-page', 'kept'));
        await page.reload();
      },
      element: page.getByRole('dialog', { name: 'Text that was not saved' }),
    });

    const lock = { is_set_up: true, is_locked: true, idle_minutes: 5, retry_after_seconds: 0 };
    const problem = {
      type: 'about:blank',
      title: '',
      detail: 'Locked.',
      instance: '/',
      code: 'locked',
      request_id: 'req_1',
    };
    await page.route('**/app/**', (route) => route.fulfill({ status: 423, json: { ...problem, status: 423 } }));
    await page.route('**/app/window-lock', (route) => route.fulfill({ json: lock }));
    await page.reload();
    await expect(page.getByLabel('Passphrase')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Switchboard is locked', level: 1 })).toBeVisible();
    await check('lock screen');
    await page.unrouteAll();
    await page.reload();
  });

  test('of the calls', async () => {
    const { page } = window;
    const menu = page.getByRole('menu');
    const list = page.getByRole('listbox');
    const calls = createCallsPage(page);
    await calls.open();
    await fetchAsWindow(page, `${routeTreePaths.v1}${v1Routes.updateCallReviews.path}`, {
      json: { calls: { filter: { status: 'busy' } }, add_tags: ['Follow up'] },
    });
    for (const name of ['Status', 'Agent', 'Outcome', 'Placed'])
      await visit(`filter ${name}`, {
        from: 'features/calls/list/call-filters.tsx FilterChip',
        opener: calls.filters.getByRole('button', { name: new RegExp(`^${name}(?: ?:|$)`) }),
        element: menu,
      });
    await visit('more filters', {
      from: 'features/calls/list/call-filters.tsx Menu',
      opener: calls.filters.getByRole('button', { name: 'More filters' }),
      element: menu,
    });
    await calls.selectFilter('Review', 'Reviewed');
    await visit('an active filter', {
      from: 'features/calls/list/call-filters.tsx FilterChip',
      opener: calls.filters.getByRole('button', { name: /^Review/ }),
      element: menu,
    });
    await calls.filters.getByRole('button', { name: 'Remove filter: Review' }).press('Enter');
    await calls.selectFilter('Placed', 'Custom range');
    for (const name of ['From', 'To'])
      await visit(`calendar ${name}`, {
        from: 'features/calls/list/call-filters.tsx DateInput',
        opener: calls.filters.getByRole('button', { name: `Choose date: ${name}` }),
        element: page.getByRole('dialog', { name: `Calendar: ${name}` }),
      });
    await calls.selectFilter('Placed', 'Any');
    await visitRowMenu('a call', 'features/calls/list/call-table.tsx', calls.row(0).getByRole('button'));
    await calls.row(0).getByRole('button').press('x');
    const selection = page.getByRole('group', { name: 'Selected calls' });
    await check('selected calls');
    const tagsDialog = page.getByRole('dialog', { name: 'Add tags to 1 call' });
    await visit('adding a tag to selected calls', {
      from: 'features/calls/list/tags-dialog.tsx Dialog',
      opener: selection.getByRole('button', { name: 'Add tag' }),
      element: tagsDialog,
      whileOpen: async () => {
        const tags = tagsDialog.getByRole('combobox', { name: 'Tags' });
        await visit('tags of selected calls', {
          from: 'features/calls/list/tags-dialog.tsx ChipsField',
          opener: tags,
          open: () => page.keyboard.type('f'),
          element: list,
        });
        await tags.fill('');
      },
    });
    await visit('assigning selected calls', {
      from: 'features/calls/list/selection-bar.tsx Menu',
      opener: selection.getByRole('button', { name: 'Assign' }),
      element: menu,
    });
    await visit('export of selected calls', {
      from: 'features/calls/list/export-calls-menu.tsx Menu',
      opener: selection.getByRole('button', { name: 'Export' }),
      element: menu,
    });
    await selection.getByRole('button', { name: /^Select all/ }).click();
    await visit('changing all calls that match', {
      from: 'features/calls/list/selection-bar.tsx ConfirmDialog',
      opener: selection.getByRole('button', { name: 'Mark as reviewed' }),
      element: page.getByRole('alertdialog', { name: /^Mark as reviewed: / }),
    });
    await selection.getByRole('button', { name: 'Clear' }).click();
    await calls.search.fill('technician');
    await expect(calls.row(0).locator('mark').first()).toBeVisible();
    await check('calls that match a search');
    await calls.search.fill('');

    const views = page.getByRole('button', { name: 'Views' });
    await visit('saved views', {
      from: 'features/saved-items/saved-items-menu.tsx Menu',
      opener: views,
      element: menu,
    });
    await visit('saving a view', {
      from: 'features/saved-items/saved-items-menu.tsx NameDialog',
      opener: views,
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Save view…' }).press('Enter');
      },
      element: page.getByRole('dialog', { name: 'Save view' }),
    });
    await views.click();
    await page.getByRole('menuitemradio', { name: 'Callbacks' }).click();
    await visit('renaming a view', {
      from: 'features/saved-items/saved-items-menu.tsx NameDialog',
      opener: page.getByRole('button', { name: 'Callbacks' }),
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Rename “Callbacks”…' }).press('Enter');
      },
      element: page.getByRole('dialog', { name: 'Rename view' }),
    });
    await visit('deleting a view', {
      from: 'features/saved-items/saved-items-menu.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: 'Callbacks' }),
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Delete “Callbacks”…' }).press('Enter');
      },
      element: page.getByRole('alertdialog', { name: 'Delete view' }),
    });
    await page.getByRole('button', { name: 'Clear' }).first().click();

    await visit('placing a call', {
      from: 'features/calls/list/calls-view.tsx Panel',
      opener: page.getByRole('button', { name: 'Place a call' }),
      element: calls.panel,
      whileOpen: async () => {
        for (const [name, from] of [
          ['Agent', 'features/calls/place-call/agent-field.tsx Select'],
          ['Recipient', 'features/calls/place-call/simulation-options.tsx Select'],
          ['Speed', 'features/calls/place-call/simulation-options.tsx Select'],
        ] as const)
          await visit(`${name} of a call`, {
            from,
            opener: calls.panel.getByRole('combobox', { name }),
            element: list,
          });
        await placeSimulatedCallInPage(page, { persona: 'no_answer', number: '+14155550132' });
        await calls.panel.getByRole('button', { name: /^Fill in \+1 415 555 0132/ }).click();
        await visit('calling again', {
          from: 'features/calls/place-call/duplicate-call-dialog.tsx ConfirmDialog',
          opener: calls.number,
          open: () => page.keyboard.press('Control+Enter'),
          element: calls.duplicateDialog,
        });
      },
    });

    await page.getByRole('button', { name: 'Do-not-call list' }).press('Enter');
    await waitForView(page, 'Do-not-call list');
    const removeButton = page.getByRole('table', { name: 'Do-not-call list' }).getByRole('button', { name: /^Remove/ });
    await visitRowMenu('a number', 'features/do-not-call/do-not-call-view.tsx', removeButton.first());
    await visit('adding a number', {
      from: 'features/do-not-call/add-number-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Add number' }),
      element: page.getByRole('dialog', { name: 'Add a number' }),
    });
    await visit('importing numbers', {
      from: 'features/do-not-call/import-numbers-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Import numbers from a CSV file' }),
      element: page.getByRole('dialog', { name: 'Import numbers' }),
      whileOpen: async () => {
        const csv = Buffer.from('number,reason\n+14155550133,Moved\n555,\n');
        await page
          .getByLabel('CSV file', { exact: true })
          .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: csv });
        await expect(page.getByRole('list', { name: 'Invalid rows' })).toBeVisible();
        await check('the preview of an import');
      },
    });
    await expect(page.getByText('Import numbers from a CSV file', { exact: true })).toBeVisible();
    await check('a tooltip');
  });

  test('of a call', async () => {
    const { page } = window;
    const call = createCallPage(page);
    const [completed] = demoCalls.filter(({ notes, recipient }) => notes && recipient !== 'interrupted');
    await call.open(completed?.callId ?? '');
    const menu = page.getByRole('menu');
    await visit('export of a call', {
      from: 'features/calls/call/call-export-menu.tsx Menu',
      opener: page.getByRole('button', { name: 'Export' }),
      element: menu,
    });
    await visit('playback speed', {
      from: 'features/recordings/player/player-controls.tsx Menu',
      opener: page.getByRole('button', { name: /^Speed/ }),
      element: menu,
    });
    await visit('volume and voices', {
      from: 'features/recordings/player/player-controls.tsx Popover.Portal',
      opener: page.getByRole('button', { name: 'Volume and voices' }),
      element: call.volumeDialog,
    });
    await visit('shortcuts of a call', {
      from: 'features/calls/call/player-bar.tsx Popover.Portal',
      opener: page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }),
      element: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
    });
    const details = page.getByRole('complementary', { name: 'Call details' });
    await details.getByRole('tab', { name: 'Review' }).click();
    await visit('assignee of a call', {
      from: 'features/calls/call/sidebar/review-tab.tsx Select',
      opener: details.getByRole('combobox', { name: 'Assignee' }),
      element: page.getByRole('listbox'),
    });
    await visit('tags of a call', {
      from: 'features/calls/call/sidebar/review-tab.tsx ChipsField',
      opener: details.getByRole('combobox', { name: 'Tags' }),
      open: () => page.keyboard.type('f'),
      element: page.getByRole('listbox'),
    });
    await details.getByRole('combobox', { name: 'Tags' }).fill('');
    await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
    await visit('canceling a call', {
      from: 'features/calls/use-call-actions.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: 'Cancel call' }),
      element: page.getByRole('alertdialog'),
    });
  });

  test('of the knowledge base', async () => {
    const { page, folder } = window;
    const knowledge = createKnowledgePage(page);
    await openKnowledge(page);
    const firstDocument = page.getByRole('table', { name: 'Documents' }).getByRole('rowheader').first();
    await visitRowMenu('a document', 'features/knowledge/documents-table.tsx', firstDocument.getByRole('button'));
    await page.evaluate(() => (location.hash = '#/knowledge?since=2026-01-01T00%3A00%3A00.000Z'));
    await visit('documents added since a time', {
      from: 'features/knowledge/documents-table.tsx FilterChip',
      opener: page.getByRole('button', { name: /^Added/ }).first(),
      element: page.getByRole('menu'),
    });
    await page.evaluate(() => (location.hash = '#/knowledge'));
    await knowledge.fileInput.setInputFiles([
      await writeSample(folder, 'too-large.txt', tooLargeText),
      await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null)),
      await writeSample(folder, 'locked.pdf', await makeSmallPdf('Secret.', { userPassword: 'no' })),
    ]);
    await expect(knowledge.queuedItem('drawing')).toContainText('Failed');
    await expect(knowledge.queuedItem('locked')).toContainText('Needs review');
    await check('upload queue, with an error and a possible duplicate');
    const passage = await knowledge.search('What does a technician visit cost?');
    await check('search results');
    await visit('document', {
      from: 'features/knowledge/document-panel.tsx Panel',
      opener: passage.getByRole('button').first(),
      element: page
        .getByRole('region')
        .filter({ has: page.getByRole('tab', { name: 'Chunks' }) })
        .last(),
      whileOpen: async () => {
        for (const tab of ['Text', 'Original']) {
          await page.getByRole('tab', { name: tab }).click();
          await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
          await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
          await check(`document panel, ${tab}`);
        }
        await visit('deleting a document', {
          from: 'features/knowledge/use-document-actions.tsx ConfirmDialog',
          opener: page.getByRole('button', { name: 'Delete document' }),
          element: knowledge.deleteDialog,
        });
      },
    });
    for (const name of ['Remove too-large', 'Remove drawing', 'Skip locked'])
      await knowledge.queue.getByRole('button', { name }).click();
    await knowledge.clearSearch();
    await visitDocuments(page, visit);
  });

  test('of the agents', async () => {
    const { page } = window;
    const agents = createAgentsPage(page);
    await agents.open();
    const requestButton = agents.requestRow('Outage notices').getByRole('button');
    await visitRowMenu('a request', 'features/agent-requests/request-list.tsx', requestButton);
    await visit('filter of build requests', {
      from: 'features/agent-requests/request-filter.tsx FilterChip',
      opener: page
        .getByRole('region', { name: 'Build requests' })
        .getByRole('button', { name: 'Status', exact: true })
        .and(page.locator('[aria-haspopup]')),
      element: page.getByRole('menu'),
    });
    const agentButton = agents.agentRow('Welcome calls').getByRole('button', { name: 'Welcome calls', exact: true });
    await visitRowMenu('an agent', 'features/agents/agent-table.tsx', agentButton);
    await visit('rejected request', {
      from: 'features/agent-requests/request-panel.tsx Panel',
      opener: agents.requestRow('Competitor survey').getByRole('button'),
      element: agents.panel('Competitor survey'),
    });
    await agents.requestRow('Outage notices').getByRole('button').click();
    await checkKeyboardReach(page);
    await check('a request with the delivery console');
    await visit('calendar of the UAT date', {
      from: 'features/agent-requests/request-panel.tsx DateTimeField',
      opener: agents.console.getByRole('button', { name: 'Choose date: UAT date' }),
      element: page.getByRole('dialog', { name: 'Calendar: UAT date' }),
    });
    await visit('delivering an agent', {
      from: 'features/agent-requests/console/deliver-dialog.tsx Dialog',
      opener: agents.deliveryButton('Deliver…'),
      element: agents.deliverDialog,
      whileOpen: async () => {
        await visit('voice of an agent', {
          from: 'features/agent-requests/console/deliver-dialog.tsx Select',
          opener: agents.deliverDialog.getByRole('combobox', { name: 'Voice' }),
          element: page.getByRole('listbox'),
        });
        await agents.deliverDialog.getByRole('textbox', { name: 'Name' }).fill('');
        await agents.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
        await expect(agents.deliverDialog.getByText('Required')).toBeVisible();
        await check('the Deliver agent dialog with an error');
      },
    });
    await visit('rejecting a request', {
      from: 'features/agent-requests/reason-dialog.tsx Dialog',
      opener: agents.deliveryButton('Reject…'),
      element: agents.rejectDialog,
    });
    await page.keyboard.press('Escape');
    await visit('agent', {
      from: 'features/agents/agent-panel.tsx Panel',
      opener: agents.agentRow('Welcome calls').getByRole('button', { name: 'Welcome calls', exact: true }),
      element: agents.panel('Welcome calls'),
      whileOpen: () =>
        visit('archiving an agent', {
          from: 'features/agents/use-agent-actions.tsx ConfirmDialog',
          opener: agents.panel('Welcome calls').getByRole('button', { name: 'Archive' }),
          element: page.getByRole('alertdialog', { name: 'Archive agent' }),
        }),
    });

    await agents.openForm();
    await checkKeyboardReach(page);
    await check('an empty request form');
    await agents.objective.fill('Remind customers');
    await agents.addIntegration('fax machine');
    await agents.addIntegration('slack');
    await agents.submit.click();
    await expect(agents.chip('fax machine')).toContainText('invalid');
    await agents.waitForSavedDraft();
    await check('a request form with an unsupported integration');
    await visit('integrations', {
      from: 'features/agent-requests/request-form/request-form.tsx ChipsField',
      opener: agents.integration,
      open: () => page.keyboard.type('s'),
      element: page.getByRole('listbox'),
    });
    await agents.integration.fill('');
    await agents.open();
    await expect(agents.drafts, 'including the draft of the demo').toHaveCount(2);
    await check('agents with drafts');
  });

  test('of the editor of an agent, and of the outcome of a call', async () => {
    await visitAgentEditor(window.page, visit, 'Welcome calls');
    await visitCallOutcome(window.page, visit);
  });

  test('of the members', () => visitMembers(window.page, visit));

  test('of the overview', async () => {
    const { page } = window;
    await openView('Overview');
    await visit('hiding an open item', {
      from: 'features/overview/attention-list.tsx Menu',
      opener: page.getByRole('button', { name: 'Hide item' }).first(),
      element: page.getByRole('menu'),
    });
  });

  test('of the insights', async () => {
    const { page } = window;
    const menu = page.getByRole('menu');
    await openView('Insights');
    for (const name of ['Agent', 'Compare with'])
      await visit(`filter ${name} of the insights`, {
        from: 'features/insights/insight-filters.tsx FilterChip',
        opener: page.getByRole('button', { name, exact: true }),
        element: menu,
      });
    await page.getByRole('radio', { name: 'Custom' }).press('Space');
    await page.getByRole('button', { name: 'Compare with', exact: true }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'Another period' }).press('Enter');
    for (const name of ['From', 'To', 'Starting'])
      await visit(`calendar ${name} of the insights`, {
        from: `features/insights/insight-filters.tsx ${name === 'Starting' ? 'DateField' : 'DateInput'}`,
        opener: page.getByRole('button', { name: `Choose date: ${name}` }),
        element: page.getByRole('dialog', { name: `Calendar: ${name}` }),
      });
    await visit('actions of a chart', {
      from: 'features/insights/chart.tsx Menu',
      opener: page.getByRole('button', { name: 'Actions: Calls by day' }),
      element: menu,
    });
  });

  test('of billing', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    const confirmation = page.getByRole('alertdialog');
    await billing.open();
    await check('notices about the date of the computer');
    for (const name of [/^Close \d+ billing periods$/, /^Void (this invoice|\d+ invoices)$/])
      await visit(name.source, {
        from: 'features/billing/clock-notices.tsx ConfirmDialog',
        opener: page.getByRole('note', { name: 'Date of this computer' }).getByRole('button', { name }),
        element: confirmation,
      });
    await visit('filter Status of invoices', {
      from: 'features/billing/invoice-list.tsx FilterChip',
      opener: page.getByRole('button', { name: 'Status' }).first(),
      element: page.getByRole('menu'),
    });
    await visit('export of invoices', {
      from: 'features/billing/invoice-list.tsx Menu',
      opener: page.getByRole('button', { name: 'Export' }),
      element: page.getByRole('menu'),
    });
    await visitRowMenu('an invoice', 'features/billing/invoice-list.tsx', billing.rows.first().getByRole('button'));
    const panel = page.getByRole('region', { name: /^Invoice / });
    const visitInvoice = (status: string, actions: readonly string[]) =>
      visit('invoice', {
        from: 'features/billing/invoice-panel.tsx Panel',
        opener: billing.rows.filter({ hasText: status }).first().getByRole('button'),
        element: panel,
        whileOpen: async () => {
          for (const action of actions)
            await visit(action, {
              from: 'features/billing/invoice-buttons.tsx ConfirmDialog',
              opener: panel.getByRole('button', { name: action }),
              element: confirmation,
            });
        },
      });
    await billing.rows.first().getByRole('button').click();
    await expect(panel).toBeVisible();
    await checkKeyboardReach(page);
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();
    await visitInvoice('Open', ['Mark as paid', 'Void invoice']);
    await visitInvoice('Paid', ['Issue credit note']);
  });

  test('of the API keys and the activity', async () => {
    const { page } = window;
    const keys = createKeysPage(page);
    await openView('API keys');
    await visit('creating an API key', {
      from: 'features/api-keys/create-api-key-dialog.tsx Dialog',
      opener: keys.createButton,
      element: page.getByRole('dialog', { name: 'Create API key' }),
      whileOpen: async () => {
        await visit('role of an API key', {
          from: 'features/api-keys/create-api-key-dialog.tsx Select',
          opener: page.getByRole('combobox', { name: 'Role' }),
          element: page.getByRole('listbox'),
        });
        await keys.submit.click();
        await expect(page.getByText('Enter a name.')).toBeVisible();
        await check('the Create API key dialog with an error');
      },
    });
    await visit('a new API key', {
      from: 'features/api-keys/secret-dialog.tsx Dialog',
      opener: keys.createButton,
      open: async () => {
        await page.keyboard.press('Enter');
        await keys.name.fill('Nightly export');
        await keys.name.press('Enter');
      },
      element: keys.secretDialog('Nightly export'),
      close: () => keys.done.press('Enter'),
    });
    await visitRowMenu('an API key', 'features/api-keys/keys-view.tsx', keys.row('Nightly export').getByRole('button'));
    const panel = keys.panel('Nightly export');
    await visit('API key', {
      from: 'features/api-keys/keys-view.tsx Panel',
      opener: keys.row('Nightly export').getByRole('button'),
      element: panel,
      whileOpen: async () => {
        for (const name of ['Rotate…', 'Revoke…'])
          await visit(name, {
            from: 'features/api-keys/use-key-actions.tsx ConfirmDialog',
            opener: panel.getByRole('button', { name }),
            element: page.getByRole('alertdialog'),
          });
      },
    });

    await openView('Activity');
    for (const name of ['Actor', 'Action', 'Result'])
      await visit(`filter ${name} of the activity`, {
        from: 'features/activity/activity-filters.tsx FilterChip',
        opener: page
          .getByRole('group', { name: 'Filters' })
          .getByRole('button', { name: new RegExp(`^${name}(?: ?:|$)`) }),
        element: page.getByRole('menu'),
      });
    for (const name of ['From', 'To'])
      await visit(`calendar ${name} of the activity`, {
        from: 'features/activity/activity-filters.tsx DateField',
        opener: page.getByRole('button', { name: `Choose date: ${name}` }),
        element: page.getByRole('dialog', { name: `Calendar: ${name}` }),
      });
    await visit('export of the activity', {
      from: 'features/activity/activity-view.tsx Menu',
      opener: page.getByRole('button', { name: 'Export', exact: true }),
      element: page.getByRole('menu'),
    });
    const entry = page.getByRole('table', { name: 'Activity' }).getByRole('button', { name: /^Created API key/ });
    await visitRowMenu('an activity entry', 'features/activity/activity-table.tsx', entry);
    await visit('activity entry', {
      from: 'features/activity/activity-view.tsx Panel',
      opener: page.getByRole('table', { name: 'Activity' }).getByRole('button', { name: /^Created API key/ }),
      element: page.getByRole('region', { name: /^Created API key/ }),
    });
  });

  test('of the backups, while one is made, verified and restored', async () => {
    const { page } = window;
    await openView('Settings');
    const encryption = page.getByRole('dialog', { name: 'Encrypt automatic backups' });
    await visit('passphrase of automatic backups', {
      from: 'features/backups/schedule-passphrase-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Set passphrase…' }),
      element: encryption,
      whileOpen: async () => {
        await encryption.getByRole('button', { name: 'Encrypt', exact: true }).click();
        await expect(encryption.getByLabel('Passphrase', { exact: true })).toHaveAttribute('aria-invalid', 'true');
        await expectNoViolations(page, 'the Encrypt automatic backups dialog with an error', encryption);
      },
    });
    await visit('folder of backups', {
      from: 'features/backups/backup-folder-setting.tsx Dialog',
      opener: page.getByRole('button', { name: 'Change folder…' }),
      element: page.getByRole('dialog', { name: 'Change backup folder' }),
    });

    const backUp = page.getByRole('button', { name: 'Back up now…' });
    const start = page.getByRole('button', { name: 'Back up now', exact: true });
    const dialog = page.getByRole('dialog', { name: `Back up “${demoName}”` });
    const inBackground = page.getByRole('button', { name: 'Continue in background' });
    await visit('backing up', {
      from: 'features/backups/back-up-dialog.tsx Dialog',
      opener: backUp,
      element: dialog,
      whileOpen: async () => {
        await dialog.getByRole('radio', { name: 'Passphrase' }).click();
        await expect(dialog.getByLabel('Repeat passphrase')).toBeVisible();
        await expectNoViolations(page, 'backing up, with a passphrase', dialog);
      },
    });
    await visit('a finished backup', {
      from: 'features/backups/back-up-dialog.tsx Dialog',
      opener: backUp,
      open: async () => {
        await page.keyboard.press('Enter');
        await start.press('Enter');
      },
      element: page.getByRole('dialog', { name: `“${demoName}” was backed up` }),
    });

    const list = page.getByRole('list', { name: 'Backups' });
    const verify = list.getByRole('button', { name: /^Verify/ });
    const verification = page.getByRole('dialog', { name: 'Verify backup' });
    await visit('verifying a backup', {
      from: 'features/backups/verify-dialog.tsx Dialog',
      opener: verify,
      element: verification,
    });
    const startVerification = async () => {
      await page.keyboard.press('Enter');
      await verification.getByRole('button', { name: 'Verify' }).press('Enter');
    };
    const heldVerification = await holdRequests(page, 'POST', toUrl(appRoutes.verifyBackup.path));
    await visit('a running verification', {
      from: 'features/backups/verify-dialog.tsx Dialog',
      opener: verify,
      open: startVerification,
      element: verification.filter({ has: inBackground }),
    });
    heldVerification.abort();
    await visit('a finished verification', {
      from: 'features/backups/verify-dialog.tsx Dialog',
      opener: verify,
      open: startVerification,
      element: verification.filter({ hasText: 'Verified' }),
    });
    await check('settings, with a verified backup');
    await visit('deleting a backup', {
      from: 'features/backups/backup-list.tsx ConfirmDialog',
      opener: list.getByRole('button', { name: /^Delete/ }),
      element: page.getByRole('alertdialog', { name: 'Delete backup' }),
    });

    const heldBackup = await holdRequests(page, 'POST', toUrl(appRoutes.createBackup.path));
    await visit('a running backup', {
      from: 'features/backups/back-up-dialog.tsx Dialog',
      opener: backUp,
      open: async () => {
        await page.keyboard.press('Enter');
        await start.press('Enter');
      },
      element: dialog.filter({ has: inBackground }),
    });
    heldBackup.abort();
    const messages = page.getByRole('region', { name: 'Notifications', exact: true });
    await expect(messages).toContainText('was not backed up');
    await expectNoViolations(page, 'an error message', messages);
    const restoration = page.getByRole('dialog', { name: 'Restore from a backup' });
    const restore = page.getByRole('button', { name: 'Restore from a backup…' });
    const choose = restoration.getByRole('button', { name: /^Choose Northwind/ });
    const confirm = restoration.getByRole('button', { name: 'Restore', exact: true });
    await visit('restoring a backup', {
      from: 'features/backups/restore-dialog.tsx Dialog',
      opener: restore,
      element: restoration,
      whileOpen: async () => {
        await choose.press('Enter');
        await expect(confirm).toBeFocused();
        await expectNoViolations(page, 'the preview of a backup', restoration);
      },
    });
    await list.getByRole('button', { name: /^Restore/ }).press('Enter');
    await expect(restoration).toContainText('Northwind');
    await confirm.press('Enter');
    await expect(messages).toContainText('was restored');
    await expectNoViolations(page, 'a success message', messages);
  });

  test('of the sync status, in a linked workspace', async () => {
    const { page } = window;
    await page.route(toUrl(appRoutes.getSession.path), async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      await route.fulfill({ response, json: { ...session, workspace: { ...session.workspace, kind: 'linked' } } });
    });
    await page.route(toUrl(appRoutes.getSyncStatus.path), (route) =>
      route.fulfill({ json: { status: { ...sampleSyncStatus, state: 'paused', reason: 'The key was refused.' } } }),
    );
    const unknown = { ...sampleOutboxItem, state: 'unknown', actions: ['check', 'mark_done', 'send', 'cancel'] };
    const rejected = {
      ...sampleOutboxItem,
      item_id: 'out_2',
      kind: 'upload_document',
      state: 'rejected',
      label: 'Fares',
    };
    const waiting = { ...sampleOutboxItem, item_id: 'out_3', label: '+14155550133' };
    await page.route(toUrl(appRoutes.listOutboxItems.path), (route) =>
      route.fulfill({ json: { data: [waiting, rejected, unknown] } }),
    );
    await page.reload();
    const panel = page.getByRole('region', { name: 'Sync status', exact: true });
    const getButton = (name: string) => panel.getByRole('list', { name: 'Needs you' }).getByRole('button', { name });
    await visit('sync status', {
      from: 'features/sync/sync-panel.tsx Panel',
      opener: page.getByRole('button', { name: 'API key needed: sync status' }),
      element: panel,
      whileOpen: async () => {
        await visit('sending again', {
          from: 'features/outbox/use-outbox-actions.tsx ConfirmDialog',
          opener: getButton('Send again').last(),
          element: page.getByRole('alertdialog', { name: 'Send again' }),
        });
        await visit('canceling a change', {
          from: 'features/outbox/use-outbox-actions.tsx ConfirmDialog',
          opener: getButton('Cancel…').first(),
          element: page.getByRole('alertdialog', { name: 'Cancel change' }),
        });
        await visit('marking a change as done', {
          from: 'features/outbox/mark-done-dialog.tsx Dialog',
          opener: getButton('Mark as done…'),
          element: page.getByRole('dialog', { name: 'Mark as done' }),
        });
        await getButton('Mark as done…').focus();
      },
    });
    for (const [view, button, name, from] of [
      ['Knowledge', 'Add by ID…', 'Add documents by ID', 'features/knowledge/add-documents-dialog.tsx AddByIdDialog'],
      ['Calls', 'Add calls by ID', 'Add calls by ID', 'features/calls/list/add-calls-dialog.tsx AddByIdDialog'],
    ] as const) {
      await openView(view);
      await visit(name, {
        from,
        opener: page.getByRole('button', { name: button }),
        element: page.getByRole('dialog', { name }),
      });
    }
    await openView('Team');
    const request = page.getByRole('dialog', { name: 'Invite a member' });
    await visit('the request for an invitation', {
      from: 'features/organizations/invite-dialog.tsx Dialog',
      opener: page.getByRole('button', { name: 'Invite a member' }),
      element: request,
      whileOpen: () =>
        visit('role of a member', {
          from: 'features/organizations/invite-dialog.tsx Select',
          opener: request.getByRole('combobox', { name: 'Role' }),
          element: page.getByRole('listbox'),
        }),
    });
    await page.unrouteAll();
    await page.reload();
  });

  test('that interrupt an action', async () => {
    const { page, folder } = window;
    const newName = 'Harbour Office';
    const url = `${routeTreePaths.app}${appRoutes.createWorkspace.path}`;
    await fetchAsWindow(page, url, { json: { kind: 'local', name: newName } });
    await page.reload();
    await openKnowledge(page);
    const upload = await holdRequests(page, 'POST', `**${routeTreePaths.v1}${v1Routes.uploadDocument.path}`);
    const knowledge = createKnowledgePage(page);
    await knowledge.fileInput.setInputFiles([await writeSample(folder, 'ferry.txt', 'A bicycle costs four pounds.')]);
    await upload.waitForRequest();
    await visit('stopping uploads', {
      from: 'features/workspaces/stop-work-dialog.tsx ConfirmDialog',
      opener: page.getByRole('button', { name: `Workspace: ${newName}` }),
      open: async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitemradio', { name: `${demoName} Demo` }).press('Enter');
      },
      element: page.getByRole('alertdialog', { name: 'Stop uploads?' }),
    });
    upload.abort();

    await page.getByRole('link', { name: 'Settings' }).click();
    const link = page.getByRole('button', { name: 'Link to a remote service…' });
    const linkDialog = page.getByRole('dialog', { name: 'Link to a remote service' });
    await visit('linking a local workspace', {
      from: 'features/connection/link-dialog.tsx Dialog',
      opener: link,
      element: linkDialog,
    });
    await visit('what is sent to a service', {
      from: 'features/connection/link-preview-dialog.tsx Dialog',
      opener: link,
      open: async () => {
        await page.keyboard.press('Enter');
        await linkDialog.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9');
        await linkDialog.getByRole('textbox', { name: 'Organization ID' }).fill('org_1');
        await linkDialog.getByLabel('API key', { exact: true }).fill('remote key');
        await page.keyboard.press('Enter');
        await linkDialog.getByRole('button', { name: 'Continue without check' }).press('Enter');
      },
      element: page.getByRole('dialog', { name: 'Link workspace' }),
    });
  });

  test('are all visited', () => {
    expectComplete();
  });
});
