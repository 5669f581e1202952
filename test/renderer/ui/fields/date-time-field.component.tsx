import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { formatFullDay } from '../../../../renderer/format/month-calendar.ts';
import { dayFormat } from '../../../../renderer/format/typed-day.ts';
import { findMoment, stepTime, timeFormat } from '../../../../renderer/format/typed-time.ts';
import { DateTimeField } from '../../../../renderer/ui/fields/date-time-field.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const onSubmit = vi.fn();

function UatForm({ initial = '', readOnly = false }: { readonly initial?: string; readonly readOnly?: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <main id="content">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(value);
        }}
      >
        <DateTimeField label="UAT date" value={value} readOnly={readOnly} onChange={setValue} />
        <output aria-label="Value">{value}</output>
        <button type="submit">Set</button>
      </form>
    </main>
  );
}

async function renderForm(props: Parameters<typeof UatForm>[0] = {}) {
  onSubmit.mockClear();
  await renderInWindow(<UatForm {...props} />);
}

const date = page.getByRole('textbox', { name: 'UAT date', exact: true });
const time = page.getByRole('textbox', { name: 'Time: UAT date' });
const value = page.getByRole('status', { name: 'Value' });
const press = (keys: string) => userEvent.keyboard(keys);

test('a day and a time are typed, and Enter submits them', async () => {
  await renderForm();
  await date.fill('2031-03-03');
  await expect.element(value).toHaveTextContent('2031-03-03T09:00');
  await time.click();
  await expect.element(date).toHaveValue(dayFormat.format('2031-03-03'));
  await time.fill('1430');
  await press('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('2031-03-03T14:30');
  await expect.element(time).toHaveValue(timeFormat.format('14:30'));
});

test('arrow keys change the day, and the time in steps', async () => {
  await renderForm({ initial: '2028-02-28T23:40' });
  await date.click();
  await press('{ArrowUp}{ArrowUp}');
  await expect.element(value).toHaveTextContent('2028-03-01T23:40');
  await press('{ArrowDown}');
  await time.click();
  await press('{ArrowUp}');
  await expect.element(value).toHaveTextContent('2028-02-29T23:45');
  await press('{ArrowUp}{PageUp}');
  await expect.element(value).toHaveTextContent('2028-02-29T01:00');
  await press('{PageDown}{PageDown}{ArrowDown}');
  await expect.element(value).toHaveTextContent('2028-02-29T22:45');
  await expect.element(time).toHaveFocus();
});

test('a day from the calendar keeps the time, and without a day there is no time', async () => {
  await renderForm({ initial: '2026-03-12T16:00' });
  await page.getByRole('button', { name: 'Choose date: UAT date' }).click();
  await page.getByRole('button', { name: formatFullDay('2026-03-20'), exact: true }).click();
  await expect.element(value).toHaveTextContent('2026-03-20T16:00');
  await date.fill('');
  await expect.element(value).toBeEmptyDOMElement();
  await date.fill('2026-04-01');
  await expect.element(value).toHaveTextContent('2026-04-01T16:00');
});

test('text that is no date or time is marked, not submitted, and replaced by a day from the calendar', async () => {
  await renderForm({ initial: '2026-03-12T16:00' });
  await time.fill('25:00');
  await press('{Enter}');
  await expect.element(time).toHaveAttribute('aria-invalid', 'true');
  await expect.element(time).toHaveAccessibleDescription(`Enter a time, such as ${timeFormat.format('14:30')}.`);
  expect(onSubmit).not.toHaveBeenCalled();
  await time.fill('8');
  await expect.element(time).not.toHaveAttribute('aria-invalid');
  await date.fill('30/02/2026');
  await time.click();
  await expect.element(date).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Choose date: UAT date' }).click();
  await page.getByRole('button', { name: formatFullDay('2026-03-20'), exact: true }).click();
  await expect.element(date).toHaveValue(dayFormat.format('2026-03-20'));
  await expect.element(date).not.toHaveAttribute('aria-invalid');
  await expect.element(value).toHaveTextContent('2026-03-20T08:00');
});

test('a read-only field cannot be changed', async () => {
  await renderForm({ initial: '2026-03-12T16:00', readOnly: true });
  await time.click();
  await press('{ArrowUp}5');
  await page.getByRole('button', { name: 'Choose date: UAT date' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(value).toHaveTextContent('2026-03-12T16:00');
});

describe('on a day with a clock change', () => {
  const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  afterEach(() => setZone(''));
  const find = (day: string, at: string) => {
    const moment = findMoment(day, at);
    return [moment.at.toISOString(), moment.kind];
  };

  test('of 23 hours, a skipped time is named, and left out by steps', async () => {
    await setZone('Europe/Berlin');
    expect(find('2026-03-29', '01:59')).toEqual(['2026-03-29T00:59:00.000Z', 'once']);
    expect(find('2026-03-29', '02:30')).toEqual(['2026-03-29T01:30:00.000Z', 'skipped']);
    expect(find('2026-03-29', '03:30')).toEqual(['2026-03-29T01:30:00.000Z', 'once']);
    await renderForm({ initial: '2026-03-29T02:30' });
    await expect
      .element(page.getByText(`Clocks are set forward on this day, so the time is ${timeFormat.format('03:30')}.`))
      .toBeVisible();
    await expect.element(page.getByText('GMT+2')).toBeVisible();
    await time.fill('145');
    await expect.element(page.getByText('GMT+1')).toBeVisible();
    await press('{ArrowUp}');
    await expect.element(value).toHaveTextContent('2026-03-29T03:00');
    await press('{ArrowDown}');
    await expect.element(value).toHaveTextContent('2026-03-29T01:45');
    await expect.element(page.getByText(/^Clocks are set/)).not.toBeInTheDocument();
  });

  test('of 25 hours, the first of two equal times counts, and steps reach every other time', async () => {
    await setZone('Europe/Berlin');
    expect(find('2026-10-25', '02:30')).toEqual(['2026-10-25T00:30:00.000Z', 'repeated']);
    expect(find('2026-10-25', '03:00')).toEqual(['2026-10-25T02:00:00.000Z', 'once']);
    const seen = new Set<string>();
    for (let at = '00:00'; !seen.has(at); at = stepTime('2026-10-25', at, 15)) seen.add(at);
    expect(seen.size).toBe(96);
    await renderForm({ initial: '2026-10-25T02:30' });
    await expect
      .element(
        page.getByText(`Clocks are set back on this day, so the time is the first ${timeFormat.format('02:30')}.`),
      )
      .toBeVisible();
  });

  test('of half an hour, or at midnight', async () => {
    await setZone('Australia/Lord_Howe');
    expect(find('2026-04-05', '01:45')).toEqual(['2026-04-04T14:45:00.000Z', 'repeated']);
    expect(find('2026-10-04', '02:15')).toEqual(['2026-10-03T15:45:00.000Z', 'skipped']);
    await setZone('Africa/Cairo');
    expect(find('2026-04-24', '00:30')[1]).toBe('skipped');
    expect([stepTime('2026-04-24', '23:45', 15), stepTime('2026-04-24', '01:00', -15)]).toEqual(['01:00', '23:45']);
  });
});
