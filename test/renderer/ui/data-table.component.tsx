import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '../../../renderer/ui/column.ts';
import { DataTable } from '../../../renderer/ui/data-table.tsx';

type Plan = { readonly name: string; readonly price: number };

const columns: readonly Column<Plan>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name, value: ({ name }) => name, isFilterable: true },
  { id: 'price', label: 'Price', cell: ({ price }) => `$${price}`, value: ({ price }) => price, isNumber: true },
];

const plans: readonly Plan[] = [
  { name: 'Fiber 500', price: 59 },
  { name: 'Basic', price: 29 },
  { name: 'Fiber 1000', price: 79 },
];

type PlansProps = {
  readonly filter?: string;
  readonly onOpen?: (plan: Plan) => void;
  readonly onDelete?: (plan: Plan) => void;
};

function Plans({ filter = '', ...handlers }: PlansProps) {
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <DataTable
        label="Plans"
        columns={columns}
        rows={plans}
        getRowId={({ name }) => name}
        initialSort={{ id: 'name', desc: false }}
        filter={filter}
        noResults={<p>No plans match</p>}
        {...handlers}
      />
    </div>
  );
}

const listNames = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('td, th')?.textContent);

test('sorts by the column whose header is clicked, and turns the order around at the second click', async () => {
  await render(<Plans />);
  await expect.poll(listNames).toEqual(['Basic', 'Fiber 500', 'Fiber 1000']);
  const price = page.getByRole('button', { name: 'Price' });
  await price.click();
  await expect.poll(listNames).toEqual(['Fiber 1000', 'Fiber 500', 'Basic']);
  await expect.element(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  await price.click();
  await expect.poll(listNames).toEqual(['Basic', 'Fiber 500', 'Fiber 1000']);
});

test('shows the rows that match the filter, or says that none does', async () => {
  const { rerender } = await render(<Plans filter="fiber" />);
  await expect.poll(listNames).toEqual(['Fiber 500', 'Fiber 1000']);
  await rerender(<Plans filter="satellite" />);
  await expect.element(page.getByText('No plans match')).toBeVisible();
});

test('moves through rows by arrow keys, opens one by Enter and deletes one by Delete', async () => {
  const [onOpen, onDelete] = [vi.fn(), vi.fn()];
  await render(<Plans onOpen={onOpen} onDelete={onDelete} />);
  await expect.poll(listNames).toHaveLength(3);
  await page.getByRole('button', { name: 'Price' }).click();
  await userEvent.keyboard('{Tab}{ArrowDown}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'Fiber 500', price: 59 });
  await userEvent.keyboard('{End}{Delete}');
  expect(onDelete).toHaveBeenCalledExactlyOnceWith({ name: 'Basic', price: 29 });
  await userEvent.keyboard('{Home}{Delete}');
  expect(onDelete).toHaveBeenLastCalledWith({ name: 'Fiber 1000', price: 79 });
});
