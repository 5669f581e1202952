import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Panel, PanelFooter } from '../../../../renderer/ui/dialogs/panel.tsx';
import { pauseMotions, reduceMotion } from '../../../helpers/browser/paused-motions.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

afterEach(() => vi.restoreAllMocks());

function View() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <main id="content" className="relative flex h-100">
      {['Fares', 'Prices'].map((title) => (
        <button key={title} type="button" onClick={() => setOpen(title)}>
          {title}
        </button>
      ))}
      {open !== null && (
        <Panel key={open} title={open} onClose={() => setOpen(null)}>
          <div data-testid="content" className="min-h-0 flex-1 overflow-auto">
            <div className="h-500">Content of {open}</div>
          </div>
          <PanelFooter>
            <button type="button">Save</button>
          </PanelFooter>
        </Panel>
      )}
    </main>
  );
}

const listMotions = () => document.getAnimations().map(({ effect }) => effect?.getTiming().duration);
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('a panel moves in and out, and not when another takes its place', async () => {
  await renderInWindow(<View />);
  pauseMotions();
  await press('Fares');
  expect(listMotions()).toEqual([120]);
  for (const motion of document.getAnimations()) motion.finish();
  await press('Prices');
  await expect.element(page.getByRole('region', { name: 'Prices' })).toBeVisible();
  expect(listMotions()).toEqual([]);
  page.getByTestId('content').element().scrollTo(0, 300);
  await press('Close');
  await expect.poll(listMotions).toEqual([80]);
  await expect.element(page.getByRole('region', { name: /Fares|Prices/ })).not.toBeInTheDocument();
  const copy = document.querySelector('[inert][aria-hidden="true"] [data-testid="content"]');
  expect(copy?.scrollTop).toBe(300);
  for (const motion of document.getAnimations()) motion.finish();
  await expect.poll(() => document.querySelector('[data-testid="content"]')).toBeNull();
});

test('nothing moves if the system reduces motion', async () => {
  reduceMotion();
  await renderInWindow(<View />);
  pauseMotions();
  await press('Fares');
  await expect.element(page.getByRole('region', { name: 'Fares' })).toBeVisible();
  await press('Close');
  await expect.element(page.getByRole('region', { name: /Fares|Prices/ })).not.toBeInTheDocument();
  expect(document.querySelector('[data-testid="content"]')).toBeNull();
  expect(listMotions()).toEqual([]);
});

test('the footer stays in sight while the content is longer than the panel', async () => {
  await renderInWindow(<View />);
  await press('Fares');
  const footer = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect();
  const panel = page.getByRole('region', { name: 'Fares' }).element().getBoundingClientRect();
  expect(footer.bottom).toBeLessThan(panel.bottom);
});
