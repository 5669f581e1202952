import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ChipsField, type Chip } from '../../../renderer/ui/chips-field.tsx';

function Integrations({ refused = [] }: { readonly refused?: readonly string[] }) {
  const [labels, setLabels] = useState<readonly string[]>([]);
  const chips: readonly Chip[] = labels.map((label) => ({
    id: label,
    label,
    error: refused.includes(label) ? `“${label}” is not supported.` : undefined,
  }));
  return (
    <>
      <ChipsField
        label="Integrations"
        hint="Press Enter after each one."
        placeholder="Add an integration"
        chips={chips}
        suggestions={['Salesforce', 'Slack', 'Stripe']}
        onAdd={(text) => setLabels((current) => [...current, text])}
        onRemove={(id) => setLabels((current) => current.filter((label) => label !== id))}
      />
      <button type="button">Next</button>
    </>
  );
}

const listChips = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((chip) => chip.querySelector('span')?.textContent);

test('adds a chip at Enter, at a comma and when the field is left', async () => {
  await render(<Integrations />);
  await page.getByRole('combobox', { name: 'Integrations' }).click();
  await userEvent.keyboard('pager{Enter}');
  await userEvent.keyboard('fax,');
  await userEvent.keyboard('telex{Tab}');
  await expect.poll(listChips).toEqual(['pager', 'fax', 'telex']);
});

test('removes the last chip at Backspace, and any chip by its button, which returns the focus to the field', async () => {
  await render(<Integrations />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.click();
  await userEvent.keyboard('one{Enter}two{Enter}three{Enter}{Backspace}');
  await expect.poll(listChips).toEqual(['one', 'two']);
  await page.getByRole('button', { name: 'Remove one' }).click();
  await expect.poll(listChips).toEqual(['two']);
  await expect.element(field).toHaveFocus();
});

test('marks the refused chip itself, with the reason', async () => {
  await render(<Integrations refused={['fax']} />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.click();
  await userEvent.keyboard('slack{Enter}fax{Enter}');
  await expect.element(page.getByText('“fax” is not supported.', { exact: true }).first()).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Remove fax' }))
    .toHaveAccessibleDescription('“fax” is not supported.');
  await expect.element(page.getByRole('button', { name: 'Remove slack' })).not.toHaveAccessibleDescription();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});
