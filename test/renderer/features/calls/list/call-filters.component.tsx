import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallsSearch } from '../../../../../renderer/features/calls/calls-search.ts';
import { resetCallsStore } from '../../../../../renderer/features/calls/calls-store.ts';
import { CallFilters } from '../../../../../renderer/features/calls/list/call-filters.tsx';
import { appRoutes, v1Routes } from '../../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

beforeEach(() => {
  resetCallsStore();
  const service = startFakeService();
  service.answer(appRoutes.listAgentRecords, () => ({ data: [] }));
  service.answer(v1Routes.listAssignees, () => ({ data: [] }));
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: [],
    reviewers: [],
    recent_recipients: [],
  }));
});

function Filters() {
  const [search, setSearch] = useState<CallsSearch>({ review: 'reviewed' });
  return <CallFilters search={search} onChange={(change) => setSearch({ ...search, ...change })} />;
}

test('a filter that is used less often keeps focus when it is reset, until the others are shown or hidden', async () => {
  await renderInWindow(<Filters />);
  await page.getByRole('button', { name: /^Review ?: Reviewed$/ }).click();
  await userEvent.keyboard('{Home}{Enter}');
  const review = page.getByRole('button', { name: 'Review', exact: true });
  await expect.element(review).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Notes' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect.element(page.getByRole('button', { name: 'Notes' })).toBeVisible();
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  await expect.element(review).not.toBeInTheDocument();
});

test('focus stays in the filters when all are cleared', async () => {
  await renderInWindow(<Filters />);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Status' })).toHaveFocus();
});
