import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Dialog, DialogActions } from '../../../../renderer/ui/dialogs/dialog.tsx';

test('the buttons cover the whole width of what scrolls below them, focus rings included', async () => {
  await render(<SizedDialog height={2_000} />);
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

test('a line above the buttons shows that there is more below it', async () => {
  const { rerender } = await render(<SizedDialog height={2_000} />);
  const actions = page.getByRole('button', { name: 'Cancel' }).element().parentElement ?? document.body;
  const hasLine = () => getComputedStyle(actions).boxShadow.endsWith(' 0px -1px 0px 0px');
  await expect.poll(hasLine).toBe(true);
  page.getByRole('dialog').element().scrollTo({ top: 3_000 });
  await expect.poll(hasLine).toBe(false);
  page.getByRole('dialog').element().scrollTo({ top: 0 });
  await expect.poll(hasLine).toBe(true);
  await rerender(<SizedDialog height={100} />);
  await expect.poll(hasLine).toBe(false);
});

function SizedDialog({ height }: { readonly height: number }) {
  return (
    <Dialog title="Connect" onClose={() => {}}>
      <div style={{ height, flexShrink: 0 }} />
      <DialogActions>
        <button type="button">Cancel</button>
      </DialogActions>
    </Dialog>
  );
}
