import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ChipsField, type Chip } from '../../../../renderer/ui/fields/chips-field.tsx';

type IntegrationsProps = { readonly refused?: readonly string[]; readonly onMention?: (label: string) => void };

function Integrations({ refused = [], onMention = () => {} }: IntegrationsProps) {
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
        maxChips={4}
        maxLength={12}
        chips={chips}
        suggestions={['Salesforce', 'Slack', 'Stripe', 'Next, Inc']}
        describeOther={(text) => `“${text}” is not supported.`}
        errorAction={{ label: 'Mention', run: onMention }}
        onAdd={(texts) => setLabels([...labels, ...texts])}
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

test('keeps what is too long, or too much, in the field and says why', async () => {
  await render(<Integrations />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.fill('fax, a telex machine, pager,');
  await userEvent.keyboard('{Enter}');
  await expect.poll(listChips).toEqual(['fax', 'pager']);
  await expect.element(field).toHaveValue('a telex machine');
  await expect.element(field).toHaveAccessibleDescription('At most 12 characters. This has 15.');
  await expect.element(field).toBeInvalid();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(field).toHaveValue('a telex machine');

  await field.fill('telex');
  await userEvent.keyboard('{Enter}');
  await field.fill('phone, post, mail');
  await userEvent.keyboard('{Enter}');
  await expect.poll(listChips).toEqual(['fax', 'pager', 'telex', 'phone']);
  await expect.element(field).toHaveValue('post, mail');
  await expect.element(field).toHaveAccessibleDescription('No more can be added. Remove one first.');

  await page.getByRole('button', { name: 'Remove pager' }).click();
  await expect.element(field).toHaveAccessibleDescription('Only 1 more can be added.');
});

test('a text that is a chip already, in any case, takes no place', async () => {
  await render(<Integrations />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.fill('fax, pager, telex,');
  await expect.poll(listChips).toEqual(['fax', 'pager', 'telex']);
  await field.fill('FAX, fax, phone, Phone');
  await userEvent.keyboard('{Enter}');
  await expect.poll(listChips).toEqual(['fax', 'pager', 'telex', 'phone']);
  await expect.element(field).toHaveValue('');
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
  await userEvent.keyboard('Slack{Enter}fax{Enter}');
  await expect.element(page.getByText('“fax” is not supported.', { exact: true }).first()).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Remove fax' }))
    .toHaveAccessibleDescription('“fax” is not supported.');
  await expect.element(page.getByRole('button', { name: 'Remove Slack' })).not.toHaveAccessibleDescription();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('suggests while typing, adds the first suggestion at Enter, and says at once that there is none', async () => {
  await render(<Integrations />);
  await page.getByRole('combobox', { name: 'Integrations' }).click();
  await userEvent.keyboard('st');
  await expect.element(page.getByRole('option')).toHaveTextContent('Stripe');
  await userEvent.keyboard('{Enter}');
  await expect.poll(listChips).toEqual(['Stripe']);
  await userEvent.keyboard('fax');
  await expect.element(page.getByRole('status')).toHaveTextContent('“fax” is not supported.');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
  await expect.element(page.getByText('“fax” is not supported.')).not.toBeInTheDocument();
});

test('offers the action of a refused chip by name, and returns the focus to the field', async () => {
  const mentioned: string[] = [];
  await render(<Integrations refused={['fax']} onMention={(label) => mentioned.push(label)} />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.click();
  await userEvent.keyboard('fax{Enter}');
  await page.getByRole('button', { name: 'Mention: fax' }).click();
  expect(mentioned).toEqual(['fax']);
  await expect.element(field).toHaveFocus();
});

test('adds a suggestion with a comma as one chip', async () => {
  await render(<Integrations />);
  const field = page.getByRole('combobox', { name: 'Integrations' });
  await field.fill('Next');
  await page.getByRole('option', { name: 'Next, Inc' }).click();
  await expect.poll(listChips).toEqual(['Next, Inc']);
  await expect.element(field).toHaveValue('');
});
