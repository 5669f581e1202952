import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AttentionList } from '../../../../renderer/features/overview/attention-list.tsx';
import { getAttentionKey, useAttentionItems } from '../../../../renderer/features/overview/hidden-items.ts';
import type { Attention } from '../../../../shared/window/attention.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { listMovingElements, pauseMotions, reduceMotion } from '../../../helpers/browser/paused-motions.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

afterEach(() => vi.restoreAllMocks());

const failed: Attention = {
  kind: 'document_failed',
  count: 1,
  document_id: 'doc_1',
  title: 'Rota',
  detail: 'It is empty.',
  is_interrupted: false,
};
const damaged: Attention = { kind: 'database_damaged' };

function Items({ attention }: { readonly attention: readonly Attention[] }) {
  return <AttentionList items={useAttentionItems(attention, null)} />;
}

/** Keeps saved items as the service does. */
function startSavedItems(items: SavedItem[] = []) {
  const service = startFakeService();
  service.answer(v1Routes.listSavedItems, () => ({ data: items }));
  service.answer(v1Routes.saveItem, ({ json }) => {
    const item = { ...(json as SavedItem), saved_id: `sav_${items.length}` }; // as the client sent it
    items.push(item);
    return item;
  });
  service.answer(v1Routes.deleteSavedItem, ({ path }) => {
    const saved_id = path.split('/').at(-1) ?? '';
    items.splice(0, items.length, ...items.filter((item) => item.saved_id !== saved_id));
    return { saved_id };
  });
  return items;
}

const rows = page.getByRole('list', { name: 'Open items' }).getByRole('listitem');

test('an item is hidden until it changes, and shown again on request', async () => {
  const items = startSavedItems();
  await renderInWindow(<Items attention={[failed]} />);
  await rows.getByRole('button', { name: 'Hide item' }).click();
  await page.getByRole('menuitem', { name: 'Until it changes' }).click();
  await expect.element(page.getByText('Nothing else needs attention')).toBeVisible();
  expect(items).toMatchObject([{ kind: 'hidden_item', name: 'document_failed 1 doc_1', value: { until: null } }]);
  await page.getByRole('button', { name: 'Show 1 hidden item' }).click();
  await expect.element(rows).toMatchTextContent(/Rota/);
  expect(items).toEqual([]);
});

test('a hidden item returns when it concerns more, and after its time; damage cannot be dismissed', async () => {
  const value = { until: '2020-01-01T00:00:00.000Z' };
  startSavedItems([
    { kind: 'hidden_item', name: 'document_failed 1 doc_1', value: { until: null }, saved_id: 'sav_a' },
    { kind: 'hidden_item', name: 'database_damaged', value, saved_id: 'sav_b' },
  ]);
  await renderInWindow(<Items attention={[damaged, { ...failed, count: 2 }]} />);
  await expect.element(rows.nth(1)).toBeVisible();
  await rows.nth(0).getByRole('button', { name: 'Hide item' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'For a week' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Until it changes' })).not.toBeInTheDocument();
});

test('items that another role hides stay hidden for it, and earlier states of an item are forgotten', async () => {
  const hide = (name: string) => ({
    kind: 'hidden_item' as const,
    name,
    value: { until: null },
    saved_id: `sav_${name.length}`,
  });
  const items = startSavedItems([hide('invoice_open 1 open inv_1'), hide('document_failed 2 doc_0')]);
  await renderInWindow(<Items attention={[failed]} />);
  await rows.getByRole('button', { name: 'Hide item' }).click();
  await page.getByRole('menuitem', { name: 'Until it changes' }).click();
  await page.getByRole('button', { name: 'Show 1 hidden item' }).click();
  await expect.element(rows).toMatchTextContent(/Rota/);
  await expect.poll(() => items.map(({ name }) => name)).toEqual(['invoice_open 1 open inv_1']);
});

test('the key of an item is short enough for a saved item, and differs between cycles', () => {
  const detail = 'The remote refused the API key. '.repeat(20);
  expect(getAttentionKey({ kind: 'connection_paused', detail }, '').length).toBe(limits.savedNameLength);
  const usage: Attention = { kind: 'usage', notice: 'used_80' };
  expect(getAttentionKey(usage, '2026-05-01')).not.toBe(getAttentionKey(usage, '2026-06-01'));
});

/** Hides the first of two items, and returns the ones that move. */
async function hideFirstItem() {
  startSavedItems();
  await renderInWindow(<Items attention={[failed, damaged]} />);
  await expect.element(rows).toHaveLength(2);
  pauseMotions();
  await rows.nth(0).getByRole('button', { name: 'Hide item' }).click();
  await page.getByRole('menuitem', { name: 'For a week' }).click();
  await expect.element(rows).toHaveLength(1);
  return listMovingElements(rows.elements());
}

test('the items below a hidden one move up into the gap', async () => {
  const [moving] = await hideFirstItem();
  expect(moving?.[1]).toBeGreaterThan(30);
});

test('no item moves if the system reduces motion', async () => {
  reduceMotion();
  expect(await hideFirstItem()).toEqual([]);
});
