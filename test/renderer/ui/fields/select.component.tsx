import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Select } from '../../../../renderer/ui/fields/select.tsx';

const options = [
  { value: 'random', label: 'Random' },
  { value: 'practice', label: 'Play the customer yourself', hint: 'You type the customer’s replies. Free of charge.' },
];

test('the options of a narrow field are whole', async () => {
  await render(
    <div style={{ width: 180 }}>
      <Select label="Recipient" value="random" options={options} onChange={() => undefined} />
    </div>,
  );
  await page.getByRole('combobox', { name: 'Recipient' }).click();
  const label = page.getByText('Play the customer yourself').element();
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
  const { left, right } = page.getByRole('listbox').element().getBoundingClientRect();
  expect([left >= 0, right <= innerWidth]).toEqual([true, true]);
});
