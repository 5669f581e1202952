import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OutcomeSection } from '../../../../../../renderer/features/calls/call/sidebar/outcome-section.tsx';
import type { CallOutcome, OutcomeCorrection } from '../../../../../../shared/calls/call-outcomes.ts';
import { formatDay } from '../../../../../../renderer/format/format-day.ts';
import { startOfDay } from '../../../../../../renderer/format/local-day.ts';
import { dayFormat } from '../../../../../../renderer/format/typed-day.ts';
import { v1Routes } from '../../../../../../shared/contract/contract.ts';
import { sampleCallDetails } from '../../../../../helpers/components/sample-call.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';

const at = '2026-03-01T09:30:00.000Z';

const sample: CallOutcome = {
  call_id: 'call_1',
  disposition: 'Wrong person',
  is_success: false,
  choices: [
    { name: 'Wrong person', is_success: false, needs_follow_up: false },
    { name: 'Visit booked', is_success: true, needs_follow_up: false },
    { name: 'Callback requested', is_success: false, needs_follow_up: true },
    { name: 'Do not call again', is_success: false, needs_follow_up: false },
  ],
  fields: [
    {
      field: 'budget',
      question: 'How much is your budget?',
      type: 'number',
      choices: [],
      needs_follow_up: false,
      spoken: 'about twelve hundred',
      value: '1200',
      answered_in: 4,
    },
  ],
  corrections: [],
};

function startOutcomeService(initial = sample) {
  let outcome = initial;
  const service = startFakeService();
  service.answer(v1Routes.getCallOutcome, () => outcome);
  service.answer(v1Routes.listAssignees, () => ({ data: [] }));
  service.answer(v1Routes.correctCallOutcome, ({ json }) => {
    const { disposition = outcome.disposition, fields = {} } = json as OutcomeCorrection; // the schema of the route
    const correction = {
      correction_id: `cor_${outcome.corrections.length}`,
      field: null,
      old_value: outcome.disposition,
      new_value: disposition,
      by: { id: 'usr_1', name: 'lea@example.com' },
      at,
    };
    outcome = {
      ...outcome,
      disposition,
      fields: outcome.fields.map((field) => ({ ...field, value: fields[field.field] ?? field.value })),
      corrections: disposition === outcome.disposition ? outcome.corrections : [...outcome.corrections, correction],
    };
    return outcome;
  });
  const goneTo: number[] = [];
  const section = <OutcomeSection call={sampleCallDetails} onGoToTurn={(index) => goneTo.push(index)} />;
  const listCorrections = () => service.listRequests(v1Routes.correctCallOutcome).map(({ json }) => json);
  return { section, goneTo, listCorrections };
}

test('an outcome of the agent is chosen by keyboard, its correction is shown and can be undone', async () => {
  const { section, listCorrections } = startOutcomeService();
  await renderInWindow(section);
  const select = page.getByRole('combobox', { name: 'Outcome' });
  await expect.element(select).toMatchTextContent(/Wrong person/);
  (await select.findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: /Visit booked/ })).toMatchTextContent(/Success/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(select).toMatchTextContent(/Visit booked/);
  const corrections = page.getByRole('list', { name: 'Corrections' });
  await expect.element(corrections).toMatchTextContent(/Outcome: Wrong person → Visit booked, by lea@example\.com/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(select).toMatchTextContent(/Wrong person/);
  expect(listCorrections()).toEqual([{ disposition: 'Visit booked' }, { disposition: 'Wrong person' }]);
});

test('an outcome that lists the number says that the number is on the do-not-call list', async () => {
  const { section } = startOutcomeService();
  await renderInWindow(section);
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: /Do not call again/ }).click();
  await expect.element(page.getByText(/^Outcome corrected\. .*0132 is on the do-not-call list\.$/)).toBeVisible();
});

test('a corrected answer is shown as it is in the list of answers', async () => {
  const [budget] = sample.fields;
  if (!budget) throw new Error('The sample has no field.');
  const field = { ...budget, field: 'owner', question: 'Do you own the house?', type: 'yes_no', value: 'yes' } as const;
  const by = { id: 'usr_1', name: 'lea@example.com' };
  const correction = { correction_id: 'cor_1', field: 'owner', old_value: null, new_value: 'yes', by, at };
  const { section } = startOutcomeService({ ...sample, fields: [field], corrections: [correction] });
  await renderInWindow(section);
  const corrections = page.getByRole('list', { name: 'Corrections' });
  await expect.element(corrections).toMatchTextContent(/Do you own the house\?: no answer → Yes, by lea@example\.com/);
});

test('an answer is corrected in the form of its question, beside what the recipient said', async () => {
  const { section, goneTo, listCorrections } = startOutcomeService();
  await renderInWindow(section);
  await page.getByRole('button', { name: 'Go to the turn' }).click();
  expect(goneTo).toEqual([4]);
  await page.getByRole('button', { name: 'Correct the answer to How much is your budget?' }).click();
  const answer = page.getByRole('textbox', { name: /^Answer/ });
  await answer.fill('a lot');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await expect.element(page.getByText('Enter a number such as 1250.5.')).toBeVisible();
  await expect.element(answer).toHaveFocus();
  expect(listCorrections()).toEqual([]);
  await answer.fill('1,500');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1500', { exact: true })).toBeVisible();
  expect(listCorrections()).toEqual([{ fields: { budget: '1500' } }]);
});

test('a date is shown and typed as in the rest of the window, and stored as a date', async () => {
  const [budget] = sample.fields;
  if (!budget) throw new Error('The sample has no field.');
  const visit = { ...budget, field: 'visit', question: 'When may we visit?', type: 'date' } as const;
  const by = { id: 'usr_1', name: 'lea@example.com' };
  const corrections = [
    { correction_id: 'cor_1', field: 'visit', old_value: 'tomorrow', new_value: '2027-12-01', by, at },
  ];
  const { section, listCorrections } = startOutcomeService({
    ...sample,
    fields: [{ ...visit, value: '2027-12-01' }],
    corrections,
  });
  const format = (day: string) => formatDay(startOfDay(day).toISOString());
  await renderInWindow(section);
  await expect.element(page.getByText(format('2027-12-01'), { exact: true }).first()).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: 'Corrections' }))
    .toMatchTextContent(`When may we visit?: tomorrow → ${format('2027-12-01')}`);
  await page.getByRole('button', { name: 'Correct the answer to When may we visit?' }).click();
  const answer = page.getByRole('textbox', { name: /^Answer/ });
  await expect.element(answer).toHaveValue(dayFormat.format('2027-12-01'));
  await answer.fill('soon');
  await userEvent.keyboard('{Enter}');
  await expect.element(answer).toHaveAccessibleDescription(/Enter a date such as /);
  await answer.fill(dayFormat.format('2027-12-24'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(format('2027-12-24'), { exact: true })).toBeVisible();
  expect(listCorrections()).toEqual([{ fields: { visit: '2027-12-24' } }]);
});
