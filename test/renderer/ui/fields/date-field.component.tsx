import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayFormat } from '../../../../renderer/format/typed-day.ts';
import { DateField } from '../../../../renderer/ui/fields/date-field.tsx';
import { formatFullDay, startOfWeek } from '../../../../renderer/format/month-calendar.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const onChange = vi.fn();

function Filter({ initial, min, max }: { readonly initial?: string; readonly min?: string; readonly max?: string }) {
  const [day, setDay] = useState<string | undefined>(initial);
  return (
    <main id="content">
      <DateField
        label="From"
        value={day}
        min={min}
        max={max}
        onChange={(next) => {
          onChange(next);
          setDay(next);
        }}
      />
    </main>
  );
}

async function renderFilter(props: Parameters<typeof Filter>[0] = {}) {
  onChange.mockClear();
  await renderInWindow(<Filter {...props} />);
}

const input = page.getByLabelText('From', { exact: true });
const opener = page.getByRole('button', { name: 'Choose date: From' });
const calendar = page.getByRole('dialog', { name: 'Calendar: From' });
const day = (value: string) => calendar.getByRole('button', { name: formatFullDay(value), exact: true });
const press = (keys: string) => userEvent.keyboard(keys);

test('a day is chosen by keyboard, in any week, month and year', async () => {
  await renderFilter({ initial: '2026-03-12' });
  opener.element().focus();
  await press('{Enter}');
  await expect.element(day('2026-03-12')).toHaveFocus();
  for (const [keys, focused] of [
    ['{ArrowRight}', '2026-03-13'],
    ['{ArrowDown}', '2026-03-20'],
    ['{ArrowLeft}{ArrowUp}', '2026-03-12'],
    ['{Home}', startOfWeek('2026-03-12')],
    ['{PageDown}', startOfWeek('2026-03-12').replace('-03-', '-04-')],
    ['{Shift>}{PageUp}{/Shift}', startOfWeek('2026-03-12').replace('2026-03-', '2025-04-')],
  ] as const) {
    await press(keys);
    await expect.element(day(focused)).toHaveFocus();
  }
  await press('{Enter}');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(startOfWeek('2026-03-12').replace('2026-03-', '2025-04-'));
});

test('Esc closes the calendar without a change, and Clear date empties the field', async () => {
  await renderFilter({ initial: '2026-03-12' });
  await userEvent.click(opener);
  await press('{ArrowRight}{Escape}');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(opener);
  await userEvent.click(calendar.getByRole('button', { name: 'Clear date' }));
  await expect.element(input).toHaveValue('');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
});

test('days out of the range cannot be reached by keyboard or chosen', async () => {
  await renderFilter({ initial: '2026-03-12', min: '2026-03-10', max: '2026-03-20' });
  await userEvent.click(opener);
  await press('{PageUp}');
  await expect.element(day('2026-03-10')).toHaveFocus();
  await expect.element(calendar.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled');
  await expect.element(day('2026-03-21')).toHaveAttribute('aria-disabled', 'true');
  (day('2026-03-21').element() as HTMLElement).click();
  await expect.element(calendar).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
});

test('a typed day counts when the field is left, and the keys of the browser’s calendar open this one', async () => {
  await renderFilter();
  await userEvent.fill(input, dayFormat.format('2026-05-04'));
  expect(onChange).not.toHaveBeenCalled();
  input.element().blur();
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-05-04');
  input.element().focus();
  await press('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(day('2026-05-04')).toHaveFocus();
});

test('arrow keys change the typed day, and text that is no day is marked and not taken', async () => {
  await renderFilter({ initial: '2026-03-01' });
  await userEvent.click(input);
  await press('{ArrowDown}');
  await expect.element(input).toHaveValue(dayFormat.format('2026-02-28'));
  expect(onChange).not.toHaveBeenCalled();
  await press('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-02-28');
  await userEvent.fill(input, '31/31/2026');
  await press('{Enter}');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.element(input).toHaveAccessibleDescription(/^Enter a date, such as /);
  expect(onChange).toHaveBeenCalledOnce();
});
