import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { NoFilterResults } from '../../../../renderer/ui/tables/no-filter-results.tsx';

test('names the filter, says what else to try, and clears it', async () => {
  const onClear = vi.fn();
  await render(
    <NoFilterResults filter="submarine" onClear={onClear}>
      Try a different title.
    </NoFilterResults>,
  );
  await expect.element(page.getByRole('heading', { name: 'No results for “submarine”' })).toBeVisible();
  await expect.element(page.getByText('Try a different title.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  expect(onClear).toHaveBeenCalledOnce();
});
