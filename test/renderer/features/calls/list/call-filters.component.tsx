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

function Filters({ initial = { review: 'reviewed' } }: { readonly initial?: CallsSearch }) {
  const [search, setSearch] = useState(initial);
  return <CallFilters search={search} onChange={(change) => setSearch({ ...search, ...change })} />;
}

const moreFilters = page.getByRole('button', { name: 'More filters' });

test('a filter that is used less often is chosen from a menu, by keyboard', async () => {
  await renderInWindow(<Filters />);
  await expect.element(page.getByRole('button', { name: /^Notes/ })).not.toBeInTheDocument();
  moreFilters.element().focus();
  await userEvent.keyboard('{Enter}');
  const notes = page.getByRole('menuitem', { name: 'Notes' });
  await expect.element(notes).toBeVisible();
  await userEvent.keyboard('no');
  await expect.element(notes).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Any' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Any' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const chip = page.getByRole('button', { name: /^Notes ?: With notes$/ });
  await expect.element(chip).toHaveFocus();
  await moreFilters.click();
  await expect.element(page.getByRole('menuitem', { name: 'Tag' })).toBeVisible();
  await expect.element(notes).not.toBeInTheDocument();
});

test('a filter that is used less often keeps focus when it is reset, until another one changes', async () => {
  await renderInWindow(<Filters />);
  await page.getByRole('button', { name: /^Review ?: Reviewed$/ }).click();
  await userEvent.keyboard('{Home}{Enter}');
  const review = page.getByRole('button', { name: 'Review', exact: true });
  await expect.element(review).toHaveFocus();
  await moreFilters.click();
  await page.getByRole('menuitem', { name: 'Notes' }).click();
  await page.getByRole('menuitemradio', { name: 'With notes', exact: true }).click();
  await expect.element(review).not.toBeInTheDocument();
});

test.each(['{Delete}', '{Tab}{Enter}'])('an active filter is removed with %s', async (keys) => {
  await renderInWindow(<Filters />);
  const review = page.getByRole('button', { name: /^Review ?: Reviewed$/ });
  review.element().focus();
  await userEvent.keyboard(keys);
  await expect.element(review).not.toBeInTheDocument();
  await expect.element(moreFilters).toHaveFocus();
});

test('all filters fit in one row, however many are active', async () => {
  await page.viewport(900, 600);
  await renderInWindow(
    <Filters
      initial={{
        status: 'completed',
        outcomes: 'successful',
        days: 7,
        mode: 'practice',
        review: 'reviewed',
        assignee: 'none',
        notes: 'with_notes',
        score: 'scored',
        scored: 90,
        talk: 70,
        monologue: 30,
        interruptions: 1,
        questions: 1,
        tag: 'Follow up',
      }}
    />,
  );
  const group = page.getByRole('group', { name: 'Filters' }).element();
  expect(group.querySelectorAll('button').length).toBeGreaterThan(25);
  const middles = [...group.querySelectorAll('button')].map((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  await expect.element(moreFilters).toBeInViewport({ ratio: 1 });
});

test('the row of filters fades at the edge beyond which it has more, and shows a focused filter whole', async () => {
  await page.viewport(640, 400);
  await renderInWindow(
    <Filters
      initial={{ status: 'completed', outcomes: 'successful', review: 'reviewed', notes: 'with_notes', days: 7 }}
    />,
  );
  const status = page.getByRole('button', { name: /^Status/ });
  const row = status.element().closest('.fade-edges') ?? document.body;
  const readFades = () => {
    const style = getComputedStyle(row);
    return ['--fade-before', '--fade-after'].map((name) => Math.round(parseFloat(style.getPropertyValue(name))));
  };
  await expect.poll(readFades).toEqual([0, 28]);
  row.scrollTo({ left: 3_000 });
  await expect.poll(readFades).toEqual([28, 0]);
  status.element().focus();
  await expect.poll(readFades).toEqual([0, 28]);
  const buttons = [...row.querySelectorAll('button')];
  for (const button of buttons) {
    await expect.poll(() => document.activeElement).toBe(button);
    const isFaded = () => {
      const [edges, { left, right }] = [row.getBoundingClientRect(), button.getBoundingClientRect()];
      const [before = 0, after = 0] = readFades();
      return left < edges.left + before || right > edges.right - after;
    };
    await expect.poll(isFaded, { message: button.textContent }).toBe(false);
    await userEvent.keyboard('{Tab}');
  }
  await page.viewport(2_000, 400);
  await expect.poll(readFades).toEqual([0, 0]);
});

test('focus stays in the filters when all are cleared', async () => {
  await renderInWindow(<Filters />);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Status' })).toHaveFocus();
});
