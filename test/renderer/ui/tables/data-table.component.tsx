import { Trash2 } from 'lucide-react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from '../../../../renderer/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../../../renderer/ui/dialogs/menu.tsx';
import type { Column } from '../../../../renderer/ui/tables/column.ts';
import { DataTable } from '../../../../renderer/ui/tables/data-table.tsx';
import { createCopyAction, createOpenAction, type RowActions } from '../../../../renderer/ui/tables/row-action.ts';
import { Toasts } from '../../../../renderer/ui/feedback/toast-viewport.tsx';
import { contrast, readLuminance } from '../../../helpers/browser/read-luminance.ts';

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

afterEach(() => {
  for (const name of ['theme', 'density']) delete document.documentElement.dataset[name];
});

const [open, archive, remove] = [vi.fn(), vi.fn(), vi.fn()];

const listActions = ({ name }: Plan): RowActions => [
  [createOpenAction(() => open(name))],
  [createCopyAction('name', name)],
  [],
  [
    { label: 'Archive', run: () => archive(name), disabledReason: name === 'Basic' ? 'It is in use.' : null },
    { label: 'Remove', run: () => remove(name) },
  ],
];

type PlansProps = {
  readonly rows?: readonly Plan[];
  readonly listActions?: (plan: Plan) => RowActions;
  readonly filter?: string;
  readonly selectedId?: string;
  readonly onOpen?: (plan: Plan) => void;
  readonly onDelete?: (plan: Plan) => void;
};

function Plans({ rows = plans, filter = '', ...handlers }: PlansProps) {
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <DataTable
        label="Plans"
        columns={columns}
        rows={rows}
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

test('a click on a control of a row, or in a menu that it opens, does not open the row', async () => {
  const [onOpen, run] = [vi.fn(), vi.fn()];
  const controls = {
    id: 'controls',
    label: 'Controls',
    value: () => '',
    cell: ({ name }: Plan) => (
      <>
        <span>Controls of {name}</span>
        <IconButton label={`Remove ${name}`} icon={<Trash2 size={14} />} onClick={() => run('remove')} />
        <IconButton label={`Archive ${name}`} icon={<Trash2 size={14} />} disabledReason="It is in use." />
        <Menu trigger={<IconButton label={`Snooze ${name}`} icon={<Trash2 size={14} />} />}>
          <MenuItem onSelect={() => run('snooze')}>For an hour</MenuItem>
        </Menu>
      </>
    ),
  };
  await render(
    <main>
      <DataTable
        label="Plans"
        columns={[...columns, controls]}
        rows={plans}
        getRowId={({ name }) => name}
        initialSort={{ id: 'name', desc: false }}
        filter=""
        onOpen={onOpen}
        noResults={null}
      />
    </main>,
  );
  await page.getByRole('button', { name: 'Remove Basic' }).click();
  await page.getByRole('button', { name: 'Archive Basic' }).click({ force: true });
  await page.getByRole('button', { name: 'Snooze Basic' }).click();
  await page.getByRole('menuitem', { name: 'For an hour' }).click();
  await expect.poll(() => run.mock.calls).toEqual([['remove'], ['snooze']]);
  expect(onOpen).not.toHaveBeenCalled();
  await page.getByText('Controls of Basic').click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'Basic', price: 29 });
  await page.getByRole('button', { name: 'Fiber 500', exact: true }).click();
  expect(onOpen).toHaveBeenCalledTimes(2);
});

const menu = page.getByRole('menu', { name: 'Actions' });
const listItems = () =>
  menu
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent);
const rowButton = (name: string) => page.getByRole('button', { name, exact: true });

/** With the landmark that contains menus. */
async function renderPlansInMain() {
  await render(
    <main>
      <Plans onOpen={open} listActions={listActions} />
      <Toasts />
    </main>,
  );
  await expect.poll(listNames).toHaveLength(3);
}

test('opens the menu of a row on right-click, and none on the header', async () => {
  await renderPlansInMain();
  const events: Event[] = [];
  globalThis.addEventListener('contextmenu', (event) => events.push(event), { capture: true, once: true });
  await page.getByRole('cell', { name: '$79' }).click({ button: 'right' });
  await expect.element(menu).toBeVisible();
  expect(
    events.map(({ defaultPrevented }) => defaultPrevented),
    'the system shows no menu of its own',
  ).toEqual([true]);
  expect(listItems()).toEqual(['Open', 'Copy name', 'Archive', 'Remove']);
  expect(menu.getByRole('separator').elements()).toHaveLength(2);
  await menu.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => remove).toHaveBeenCalledExactlyOnceWith('Fiber 1000');
  expect(open, 'the row does not open as well').not.toHaveBeenCalled();
  await expect.element(rowButton('Fiber 1000')).toHaveFocus();
  await page.getByRole('columnheader', { name: 'Price' }).click({ button: 'right' });
  await expect.element(menu).not.toBeInTheDocument();
});

test.for(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])('%s opens the menu of the focused row', async (keys) => {
  await renderPlansInMain();
  rowButton('Basic').element().focus();
  await userEvent.keyboard(keys);
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(rowButton('Basic')).toHaveFocus();
  await userEvent.keyboard(keys);
  await expect.element(menu).toBeVisible();
  await expect.poll(() => menu.element().contains(document.activeElement)).toBe(true);
  const archived = menu.getByRole('menuitem', { name: /^Archive/ });
  await expect.element(archived).toHaveAttribute('aria-disabled', 'true');
  await expect.element(archived).toMatchTextContent(/Archive.*It is in use\./);
  await archived.click({ force: true });
  await userEvent.keyboard('{Home}{Enter}');
  await expect.poll(() => open).toHaveBeenCalledExactlyOnceWith('Basic');
  expect(archive).not.toHaveBeenCalled();
  await expect.element(rowButton('Basic')).toHaveFocus();
  open.mockClear();
});

test('copies to the clipboard, and says what it copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderPlansInMain();
  await rowButton('Basic').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Copy name' }).click();
  await expect.element(page.getByText('Copied name')).toBeVisible();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Basic');
});

test('a row below the pointer is lighter than the selected one, in both themes', async () => {
  await render(<Plans onOpen={open} selectedId="Basic" />);
  const readRow = (name: RegExp) => readLuminance(page.getByRole('row', { name }).element(), 'backgroundColor');
  await userEvent.hover(page.getByRole('row', { name: /Fiber 500/ }));
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset['theme'] = theme;
    const surface = readLuminance(document.body, 'backgroundColor');
    const [hovered, selected] = [contrast(readRow(/Fiber 500/), surface), contrast(readRow(/Basic/), surface)];
    expect(hovered, theme).toBeGreaterThan(1.02);
    expect(selected - 1, theme).toBeGreaterThan(2 * (hovered - 1));
  }
});

test('all rows have the height of the density, and the keyboard reaches the last one', async () => {
  const many = Array.from({ length: 200 }, (_, price) => ({ name: `Plan ${String(price).padStart(3, '0')}`, price }));
  await render(<Plans rows={many} onOpen={open} />);
  const scroller = page.getByRole('table').element().parentElement;
  const readHeights = () => [
    ...new Set([...document.querySelectorAll('tr[data-row]')].map((row) => row.getBoundingClientRect().height)),
  ];
  const expectHeight = async (height: number) => {
    await expect.poll(readHeights).toEqual([height]);
    expect(scroller?.scrollHeight).toBe(many.length * height + 32);
  };
  await expectHeight(36);
  document.documentElement.dataset['density'] = 'compact';
  await expectHeight(28);
  page.getByRole('button', { name: 'Plan 000' }).element().focus();
  await userEvent.keyboard('{End}');
  const last = page.getByRole('button', { name: 'Plan 199' });
  await expect.element(last).toHaveFocus();
  expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    scroller?.getBoundingClientRect().bottom ?? 0,
  );
});

test('digits of a number column are equally wide; a name has hyphens of their usual width', async () => {
  await render(<Plans />);
  const measure = (text: string, name: string) => {
    const cell = page.getByRole('cell', { name }).or(page.getByRole('rowheader', { name })).first().element();
    const sample = document.createElement('span');
    sample.textContent = text;
    cell.append(sample);
    const { width } = sample.getBoundingClientRect();
    sample.remove();
    return width;
  };
  expect(measure('1', '$59')).toBeCloseTo(measure('0', '$59'), 1);
  expect(measure('-', 'Basic')).toBeLessThan(measure('0', 'Basic') * 0.8);
});

test('a button in the last column is whole, and at the edge of the table', async () => {
  const actions = { id: 'actions', label: 'Actions', width: '60px', isAction: true, value: () => '' } as const;
  await render(
    <DataTable
      label="Plans"
      columns={[...columns, { ...actions, cell: () => <IconButton label="Remove" icon={<Trash2 size={14} />} /> }]}
      rows={plans}
      getRowId={({ name }) => name}
      initialSort={{ id: 'name', desc: false }}
      filter=""
      noResults={null}
    />,
  );
  const button = page.getByRole('button', { name: 'Remove' }).first().element();
  const cell = button.closest('td');
  if (!cell) throw new Error('The button is not in a cell.');
  const { paddingRight } = getComputedStyle(cell);
  const edge = cell.getBoundingClientRect().right - parseFloat(paddingRight);
  expect(button.getBoundingClientRect().right).toBeCloseTo(edge, 0);
  expect(cell.scrollWidth).toBe(cell.clientWidth);
});
