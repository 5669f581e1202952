import { expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { NameDialog } from '../../../../renderer/ui/dialogs/name-dialog.tsx';

type Save = (name: string) => Promise<string | null>;

async function renderDialog(onSave: Save, onClose: () => void = () => {}) {
  await render(
    <NameDialog
      title="Save view"
      initialName="Failed calls"
      maxLength={40}
      existingNames={['Today']}
      onSave={onSave}
      onClose={onClose}
    />,
  );
  return page.getByRole('textbox', { name: 'Name' });
}

test('starts with the proposed name selected, so that typing replaces it', async () => {
  const onSave = vi.fn<Save>(async () => null);
  const onClose = vi.fn();
  const name = await renderDialog(onSave, onClose);
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Overnight{Enter}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Overnight');
});

test('refuses an empty name without asking the service', async () => {
  const onSave = vi.fn<Save>(async () => null);
  const name = await renderDialog(onSave);
  await name.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  expect(onSave).not.toHaveBeenCalled();
});

test('warns that a name is taken before its item is replaced', async () => {
  const name = await renderDialog(async () => null);
  await name.fill('Today');
  await expect.element(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await name.fill('Tomorrow');
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible();
});

test('stays open with the reason when saving fails, and saves once however often Enter is pressed', async () => {
  let answer: (failure: string | null) => void = () => {};
  const onSave = vi.fn<Save>(() => new Promise((resolve) => (answer = resolve)));
  const onClose = vi.fn();
  const name = await renderDialog(onSave, onClose);
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(onSave).toHaveBeenCalledOnce();
  answer('The disk is full.');
  await expect.element(page.getByText('The disk is full.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('closes nothing else if it was left before saving has finished', async () => {
  let answer: (failure: string | null) => void = () => {};
  const onSave = vi.fn<Save>(() => new Promise((resolve) => (answer = resolve)));
  const onClose = vi.fn();
  const name = await renderDialog(onSave, onClose);
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await cleanup();
  answer(null);
  await onSave.mock.results[0]?.value;
  expect(onClose).not.toHaveBeenCalled();
});
