import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { DialogForm } from '../../../../renderer/ui/dialogs/dialog-form.tsx';
import { TextArea } from '../../../../renderer/ui/fields/text-area.tsx';

test.each(['Control', 'Meta'])('is submitted with %s+Enter from a field of several lines', async (key) => {
  const onSubmit = vi.fn();
  await render(
    <DialogForm submitLabel="Reject" onSubmit={onSubmit} onClose={() => {}}>
      <TextArea label="Reason" />
    </DialogForm>,
  );
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.click();
  await userEvent.keyboard(`Too{Enter}late{${key}>}{Enter}{/${key}}`);
  await expect.element(reason).toHaveValue('Too\nlate');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('is not submitted by keyboard while its button is disabled', async () => {
  const onSubmit = vi.fn();
  await render(
    <DialogForm submitLabel="Reject" disabledReason="Enter a reason." onSubmit={onSubmit} onClose={() => {}}>
      <TextArea label="Reason" />
    </DialogForm>,
  );
  await page.getByRole('textbox', { name: 'Reason' }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit).not.toHaveBeenCalled();
});
