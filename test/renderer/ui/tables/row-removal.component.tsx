import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Column } from '../../../../renderer/ui/tables/column.ts';
import { DataTable } from '../../../../renderer/ui/tables/data-table.tsx';
import { useItemRemoval } from '../../../../renderer/ui/tables/use-row-removal.ts';
import { listMovingElements, pauseMotions, reduceMotion } from '../../../helpers/browser/paused-motions.ts';

afterEach(() => vi.restoreAllMocks());

type Row = { readonly name: string };

const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
];

function Table({ names }: { readonly names: readonly string[] }) {
  return (
    <div className="flex h-100 flex-col">
      <DataTable
        label="Names"
        columns={columns}
        rows={names.map((name) => ({ name }))}
        getRowId={({ name }) => name}
        filter=""
        initialSort={{ id: 'name', desc: false }}
        noResults={null}
      />
    </div>
  );
}

/** Items of different heights. */
function List({ names }: { readonly names: readonly string[] }) {
  const list = useItemRemoval<HTMLUListElement>();
  return (
    <ul ref={list} className="mt-8">
      {names.map((name) => (
        <li key={name} style={{ height: `${name.length * 10}px` }}>
          {name}
        </li>
      ))}
    </ul>
  );
}

const listMoving = (selector: string) => listMovingElements([...document.querySelectorAll(selector)]);

test('the rows of a table below a removed one move up from their earlier place', async () => {
  const { rerender } = await render(<Table names={['Ann', 'Bob', 'Cleo', 'Dan']} />);
  await expect.poll(() => document.querySelectorAll('tr[data-row]').length).toBe(4);
  pauseMotions();
  await rerender(<Table names={['Ann', 'Cleo', 'Dan']} />);
  await expect
    .poll(() => listMoving('tr[data-row]'))
    .toEqual([
      ['Cleo', 36],
      ['Dan', 36],
    ]);
});

test('the items of a list below a removed one move up by its height, and a new one shows at once', async () => {
  const { rerender } = await render(<List names={['Ann', 'Robert', 'Cleo']} />);
  pauseMotions();
  await rerender(<List names={['Ann', 'Cleo', 'Dan']} />);
  expect(listMoving('li')).toEqual([['Cleo', 60]]);
  for (const motion of document.getAnimations()) motion.finish();
  await rerender(<List names={['Ann', 'Cleo', 'Dan', 'Eve']} />);
  expect(listMoving('li')).toEqual([]);
});

test('nothing moves if the system reduces motion', async () => {
  reduceMotion();
  pauseMotions();
  const table = await render(<Table names={['Ann', 'Bob', 'Cleo']} />);
  await expect.poll(() => document.querySelectorAll('tr[data-row]').length).toBe(3);
  await table.rerender(<Table names={['Ann', 'Cleo']} />);
  await expect.poll(() => document.querySelectorAll('tr[data-row]').length).toBe(2);
  const list = await render(<List names={['Ann', 'Robert', 'Cleo']} />);
  await list.rerender(<List names={['Ann', 'Cleo']} />);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.getAnimations()).toEqual([]);
});
