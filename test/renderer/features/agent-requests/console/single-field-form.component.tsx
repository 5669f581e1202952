import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Field } from '../../../../../renderer/ui/fields/field.tsx';
import { SingleFieldForm } from '../../../../../renderer/features/agent-requests/console/single-field-form.tsx';

const field = page.getByRole('textbox', { name: 'Engineer' });
const button = page.getByRole('button', { name: 'Assign engineer' });

type FormProps = {
  readonly initialValue?: string;
  readonly disabledReason?: string | null;
  readonly onSubmit?: (value: string) => Promise<unknown>;
};

function EngineerForm({ initialValue = '', disabledReason = null, onSubmit = async () => {} }: FormProps) {
  return (
    <SingleFieldForm
      renderField={({ onChange: change, ...state }) => (
        <Field {...state} label="Engineer" onChange={(event) => change(event.target.value)} />
      )}
      actionLabel="Assign"
      actionName="Assign engineer"
      initialValue={initialValue}
      disabledReason={disabledReason}
      onSubmit={onSubmit}
    />
  );
}

test('enables the button once the value has changed, and submits it once', async () => {
  const done = Promise.withResolvers<void>();
  const onSubmit = vi.fn(() => done.promise);
  await render(<EngineerForm initialValue="Ada" onSubmit={onSubmit} />);
  await expect.element(button).toHaveAccessibleDescription('No changes to save.');
  await field.click();
  await userEvent.keyboard('{Enter}');
  await field.fill('Hanna');
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('Hanna');
  done.resolve();
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
});

test('follows a change from elsewhere, but not over an edited value', async () => {
  const { rerender } = await render(<EngineerForm initialValue="Ada" />);
  await field.click();
  await rerender(<EngineerForm initialValue="Hanna" />);
  await expect.element(field).toHaveValue('Hanna');
  await expect.element(field).toHaveFocus();
  await field.fill('Mei');
  await rerender(<EngineerForm initialValue="Ada" />);
  await expect.element(field).toHaveValue('Mei');
});

test('is read-only with the reason for a role that cannot submit it', async () => {
  const onSubmit = vi.fn(async () => {});
  await render(<EngineerForm disabledReason="Requires the Admin role." onSubmit={onSubmit} />);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription('Requires the Admin role.');
  await field.click();
  await userEvent.keyboard('Hanna{Enter}');
  await expect.element(field).toHaveValue('');
  expect(onSubmit).not.toHaveBeenCalled();
});
