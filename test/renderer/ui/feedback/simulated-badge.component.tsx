import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { SimulatedBadge } from '../../../../renderer/ui/feedback/simulated-badge.tsx';

/** Renders the badge in a list with a width. */
async function renderInList(width: number, practice: boolean) {
  await render(
    <div className="@container" style={{ width }}>
      <SimulatedBadge call={{ simulated: true, practice }} />
    </div>,
  );
}

test.each([800, 1000])('a practice call is marked as free, also in a list of %d pixels', async (width) => {
  await renderInList(width, true);
  await expect.element(page.getByText('Practice', { exact: true })).toBeVisible();
  await expect.element(page.getByTitle('Simulated · practice call, free of charge')).toBeVisible();
  await expect.element(page.getByText(', Simulated · practice call, free of charge')).toBeInTheDocument();
});

test.each([
  [800, false],
  [1000, true],
])('any other simulated call has its word only in a wide list: %d pixels', async (width, isVisible) => {
  await renderInList(width, false);
  const { left, right } = page.getByText('Simulated', { exact: true }).element().getBoundingClientRect();
  expect(right - left > 0).toBe(isVisible);
  await expect.element(page.getByText('Practice')).not.toBeInTheDocument();
});
