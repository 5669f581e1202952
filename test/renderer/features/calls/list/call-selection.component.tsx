import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CallTable } from '../../../../../renderer/features/calls/list/call-table.tsx';
import { refreshCalls } from '../../../../../renderer/features/calls/calls-query.ts';
import { resetCallsStore, setCallsSearch, setOpenedCall } from '../../../../../renderer/features/calls/calls-store.ts';
import type { CallRecord } from '../../../../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../../../../shared/contract/contract.ts';
import { startFakeService, type FakeService } from '../../../../helpers/remote/fake-service.ts';
import { listMovingElements, pauseMotions } from '../../../../helpers/browser/paused-motions.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { sampleCallDetails } from '../../../../helpers/components/sample-call.ts';

const { metadata: _, remote_recording: __, ...record } = sampleCallDetails;

const createCall = (id: number): CallRecord => ({
  ...record,
  call_id: `call_${id}`,
  recipient_name: `Customer ${id}`,
  match: null,
});

const query = { filter: { status: 'completed' }, order: 'created', descending: true } as const;
const opened = vi.fn<(call: CallRecord) => void>();
let service: FakeService;
let total: number;

beforeEach(() => {
  resetCallsStore(); // the list of the earlier test has stored its position
  opened.mockClear();
  total = 300;
  service = startFakeService();
  service.answer(appRoutes.listCallRecords, ({ query: { offset, limit } }) => ({
    data: Array.from({ length: Math.min(Number(limit), total - Number(offset)) }, (_item, index) =>
      createCall(total - Number(offset) - index),
    ),
    total,
    without_date: 0,
  }));
  service.answer(v1Routes.listAssignees, () => ({ data: [{ user_id: 'usr_1', email: 'lea@example.com' }] }));
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: ['Billing'],
    reviewers: [],
    recent_recipients: [],
  }));
  service.answer(v1Routes.updateCallReviews, ({ json }) => {
    const { calls } = json as { calls: { ids: string[] } | { filter: object } }; // the schema of the route
    if ('filter' in calls) return { total, changed: total, skipped: [], undo: [] };
    const { length } = calls.ids;
    return { total: length, changed: length, skipped: [], undo: [{ ids: calls.ids, remove_tags: ['VIP'] }] };
  });
});

afterEach(() => vi.restoreAllMocks());

const renderList = (role: 'admin' | 'viewer' = 'admin') =>
  renderInWindow(
    <div style={{ height: 500, display: 'flex' }}>
      <CallTable query={query} isStale={false} onSort={() => {}} onOpen={opened} />
    </div>,
    { role },
  );

const row = (id: number) => page.getByRole('row', { name: new RegExp(`Customer ${id}\\b`) });
const checkbox = (id: number) => page.getByRole('checkbox', { name: new RegExp(`^Select call to Customer ${id}\\b`) });
const status = page.getByRole('group', { name: 'Selected calls' }).getByRole('status');
const listChanges = () => service.listRequests(v1Routes.updateCallReviews).map(({ json }) => json);

async function focusRow(id: number) {
  await expect.element(row(id)).toBeVisible();
  row(id).getByRole('button').element().focus();
}

test('selects with the keyboard: x, Shift and arrows, all loaded rows, and Escape', async () => {
  await renderList();
  await focusRow(300);
  await userEvent.keyboard('x');
  await expect.element(status).toMatchTextContent('1 call selected');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(status).toMatchTextContent('3 calls selected');
  await expect.element(checkbox(298)).toBeChecked();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(status).toMatchTextContent('2 calls selected');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}x');
  await expect.element(status).toMatchTextContent('3 calls selected');
  await expect.element(checkbox(298)).not.toBeChecked();
  await expect.element(checkbox(297)).toBeChecked();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(status).toMatchTextContent('100 calls selected');
  await userEvent.keyboard('{Escape}');
  await expect.element(status).toMatchTextContent('');
  expect(opened).not.toHaveBeenCalled();
});

test('selects with the pointer: the checkbox, and a range with Shift, also over rows that were not loaded', async () => {
  await renderList();
  await checkbox(299).click();
  await row(296)
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect.element(status).toMatchTextContent('4 calls selected');
  await row(298)
    .getByRole('button')
    .click({ modifiers: ['Control'] });
  await expect.element(status).toMatchTextContent('3 calls selected');
  expect(opened).not.toHaveBeenCalled();
  await checkbox(300).click();
  await userEvent.keyboard('{End}');
  await row(1)
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect.element(status).toMatchTextContent('300 calls selected');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(row(1).getByRole('button')).toHaveFocus();
});

test('the row of the call that was open last is highlighted, not selected', async () => {
  setOpenedCall('call_299');
  await renderList();
  await expect.element(row(299)).toHaveAttribute('aria-selected', 'true');
  await expect.element(checkbox(299)).not.toBeChecked();
});

test('stays while rows arrive, and is dropped when filters change but not when the order does', async () => {
  await renderList();
  await checkbox(299).click();
  await expect.element(status).toMatchTextContent('1 call selected');
  total = 301;
  refreshCalls();
  await expect.element(row(301)).toBeVisible();
  await expect.element(checkbox(299)).toBeChecked();
  setCallsSearch({ order: 'duration' });
  await expect.element(status).toMatchTextContent('1 call selected');
  setCallsSearch({ order: 'duration', tag: 'VIP' });
  await expect.element(status).toMatchTextContent('');
});

test('changes the selected calls, says how many, and restores them', async () => {
  await renderList();
  await checkbox(300).click();
  await checkbox(298).click();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect.element(page.getByText('Marked 2 calls as reviewed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Restored 2 calls').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('VIP');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect.element(page.getByText('Added “VIP” to 2 calls').first()).toBeVisible();
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'lea@example.com' }).click(); // no message covers it
  await expect.element(page.getByText('Assigned 2 calls to lea@example.com').first()).toBeVisible();
  const ids = ['call_300', 'call_298'];
  const calls = { ids };
  expect(listChanges()).toEqual([
    { calls, review_state: 'reviewed' },
    { calls, remove_tags: ['VIP'] },
    { calls, add_tags: ['VIP'] },
    { calls, assignee_id: 'usr_1' },
  ]);
});

test('says which calls were not changed', async () => {
  service.answer(v1Routes.updateCallReviews, () => ({
    total: 1,
    changed: 0,
    skipped: [
      { call_id: 'call_300', reason: 'too_many_tags' as const },
      { call_id: 'call_0', reason: 'not_found' as const },
    ],
    undo: [],
  }));
  await renderList();
  await checkbox(300).click();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect.element(page.getByText('No calls changed').first()).toBeVisible();
  await expect
    .element(
      page.getByText('1 call would have more than 20 tags and was not changed. 1 call no longer exists.').first(),
    )
    .toBeVisible();
});

test('a viewer can export the selected calls, and not change them', async () => {
  service.answer(appRoutes.exportSelectedCalls, () => new Blob(['call_id\r\n']));
  await renderList('viewer');
  await checkbox(300).click();
  await expect.element(page.getByRole('button', { name: 'Add tag' })).toHaveAttribute('aria-disabled', 'true');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  for (const format of ['CSV', 'JSON']) {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: `Export as ${format}` }).click();
  }
  await expect.poll(() => saved.mock.calls.length).toBe(2);
  saved.mockRestore();
  expect(service.listRequests(appRoutes.exportSelectedCalls).map(({ json }) => json)).toEqual([
    { ids: ['call_300'], format: 'csv' },
    { ids: ['call_300'], format: 'json' },
  ]);
});

test('selects all calls that match the filter, and changes them after a confirmation', async () => {
  await renderList();
  await checkbox(300).click();
  await page.getByRole('button', { name: 'Select all 300 calls' }).click();
  await expect.element(status).toMatchTextContent('All 300 calls selected');
  await expect.element(checkbox(297)).toBeChecked();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Mark as reviewed: 300 calls' });
  await expect.element(dialog).toMatchTextContent('You can’t undo this.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(listChanges()).toEqual([]);
  const answered = Promise.withResolvers<void>();
  service.answer(v1Routes.updateCallReviews, async () => {
    await answered.promise;
    return { total, changed: total, skipped: [], undo: [] };
  });
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect.element(page.getByRole('progressbar', { name: 'Changing calls' })).toBeVisible();
  answered.resolve();
  await expect.element(page.getByText('Marked 300 calls as reviewed').first()).toBeVisible();
  await expect.element(status).toMatchTextContent('');
  expect(listChanges()).toEqual([{ calls: { filter: { status: 'completed' } }, review_state: 'reviewed' }]);
});

test('exports all matching calls, and a click on one of them ends their selection', async () => {
  service.answer(appRoutes.exportCalls, () => new Blob(['[]']));
  await renderList();
  await checkbox(300).click();
  await checkbox(299).click();
  await page.getByRole('button', { name: 'Select all 300 calls' }).click();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  saved.mockRestore();
  expect(service.listRequests(appRoutes.exportCalls).map((request) => request.query)).toEqual([
    { status: 'completed', format: 'json' },
  ]);
  await checkbox(300).click();
  await expect.element(status).toMatchTextContent('1 call selected');
});

test('the calls below one that no longer matches move up into the gap', async () => {
  await renderList();
  await expect.element(row(297)).toBeVisible();
  pauseMotions();
  service.answer(appRoutes.listCallRecords, () => ({
    data: [300, 299, 297, 296].map(createCall),
    total: 4,
    without_date: 0,
  }));
  refreshCalls();
  await expect.element(row(298)).not.toBeInTheDocument();
  const moving = listMovingElements([...document.querySelectorAll('tr[data-row]')]);
  expect(moving.map(([text, offsetPx]) => [text?.match(/Customer \d+/)?.[0], offsetPx])).toEqual([
    ['Customer 297', 36],
    ['Customer 296', 36],
  ]);
});
