import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ScorecardSettings } from '../../../../renderer/features/settings/scorecard-settings.tsx';
import { keepFocus } from '../../../../renderer/ui/focus/keep-focus.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { Criterion, NewCriterion } from '../../../../shared/calls/scorecards.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const polite: Criterion = { criterion_id: 'crt_1', name: 'Polite', description: '', weight: 3, rule: null };
const short: Criterion = {
  ...polite,
  criterion_id: 'crt_2',
  name: 'Short turns',
  rule: { type: 'monologue', max_seconds: 30 },
};

function startCriteriaService(...initial: readonly Criterion[]) {
  let criteria = [...initial];
  const service = startFakeService();
  service.answer(v1Routes.listCriteria, () => ({ data: criteria }));
  service.answer(v1Routes.createCriterion, ({ json }) => {
    const added = { criterion_id: 'crt_9', ...(json as NewCriterion) }; // the schema of the route
    criteria.push(added);
    return added;
  });
  service.answer(v1Routes.updateCriterion, ({ path, json }) => {
    const changed = [...initial, ...criteria].find(({ criterion_id }) => path.endsWith(criterion_id)) ?? polite;
    const { position, is_deleted, ...fields } = json as Partial<NewCriterion> & {
      position?: number;
      is_deleted?: false;
    }; // the schema of the route
    const others = criteria.filter(({ criterion_id }) => criterion_id !== changed.criterion_id);
    const place = criteria.findIndex(({ criterion_id }) => criterion_id === changed.criterion_id);
    const index = position ?? (is_deleted === false ? 0 : place);
    criteria = others.toSpliced(index, 0, { ...changed, ...fields });
    return { ...changed, ...fields };
  });
  service.answer(v1Routes.deleteCriterion, ({ path }) => {
    const deleted = criteria.find(({ criterion_id }) => path.endsWith(criterion_id)) ?? polite;
    criteria = criteria.filter((criterion) => criterion !== deleted);
    return deleted;
  });
  return service;
}

const items = page.getByRole('list', { name: 'Criteria' }).getByRole('listitem');
const readNames = () => items.elements().map((item) => item.querySelector('bdi')?.textContent);

test('adds a criterion with a rule, after it is valid', async () => {
  const service = startCriteriaService();
  await renderInWindow(<ScorecardSettings />);
  await page.getByRole('button', { name: 'Add criterion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add criterion' });
  await dialog.getByRole('button', { name: 'Add criterion' }).click();
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lets people talk');
  await dialog.getByRole('combobox', { name: 'Decided by' }).click();
  await page.getByRole('option', { name: 'The agent’s share of the talk time' }).click();
  await dialog.getByRole('textbox', { name: /percent/ }).fill('100');
  await expect.element(dialog.getByText('Enter a whole number from 1 to 99.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /percent/ }).fill('55');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(items.nth(0)).toMatchTextContent('The agent talks for at most 55% of the talk time');
  expect(service.listRequests(v1Routes.createCriterion).map(({ json }) => json)).toEqual([
    { name: 'Lets people talk', description: '', weight: 1, rule: { type: 'talk_ratio', max_percent: 55 } },
  ]);
});

test('moves, edits, deletes and restores a criterion by keyboard', async () => {
  keepFocus(document.body);
  startCriteriaService(polite, short);
  await renderInWindow(<ScorecardSettings />);
  const moveDown = page.getByRole('button', { name: 'Move Polite down' });
  await expect.element(moveDown).toBeVisible();
  moveDown.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(readNames).toEqual(['Short turns', 'Polite']);
  await expect.element(moveDown).toHaveFocus();
  await expect.element(moveDown).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Edit Polite' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Kind');
  await userEvent.keyboard('{Enter}');
  await expect.poll(readNames).toEqual(['Short turns', 'Kind']);

  await page.getByRole('button', { name: 'Delete Short turns' }).click();
  await expect.poll(readNames).toEqual(['Kind']);
  await expect.element(page.getByRole('button', { name: 'Delete Kind' })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(readNames).toEqual(['Short turns', 'Kind']);
});
