import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Dialog, DialogActions } from '../../../../renderer/ui/dialogs/dialog.tsx';

test('the buttons cover the whole width of what scrolls below them, focus rings included', async () => {
  await render(
    <Dialog title="Connect" onClose={() => {}}>
      <div style={{ height: 2_000, flexShrink: 0 }} />
      <DialogActions>
        <button type="button">Cancel</button>
      </DialogActions>
    </Dialog>,
  );
  const button = page.getByRole('button', { name: 'Cancel' });
  await expect.element(button).toBeVisible();
  const dialog = page.getByRole('dialog').element();
  const actions = button.element().parentElement?.getBoundingClientRect();
  const { left, bottom } = dialog.getBoundingClientRect();
  expect(actions?.left).toBe(left);
  expect(actions?.right).toBe(left + dialog.clientWidth);
  expect(actions?.bottom).toBe(bottom);
  expect(dialog.scrollWidth, 'nothing scrolls to the side').toBe(dialog.clientWidth);
});
