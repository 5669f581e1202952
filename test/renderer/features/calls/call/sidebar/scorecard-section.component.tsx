import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ScorecardSection } from '../../../../../../renderer/features/calls/call/sidebar/scorecard-section.tsx';
import { applyEvent } from '../../../../../../renderer/shell/live/apply-event.ts';
import { v1Routes } from '../../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../../shared/contract/problems.ts';
import type { CriterionScore, Scorecard } from '../../../../../../shared/calls/scorecards.ts';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../../helpers/components/sample-call.ts';

const at = '2026-03-01T09:30:00.000Z';
const lea = { user_id: 'usr_1', email: 'lea@example.com' };
const polite: CriterionScore = {
  criterion_id: 'crt_1',
  name: 'Polite',
  description: 'From the first word to the last',
  weight: 3,
  rule: null,
  answer: null,
  decision: null,
  rule_answer: null,
  rule_turn: null,
};
const greets: CriterionScore = {
  ...polite,
  criterion_id: 'crt_2',
  name: 'Greets',
  description: '',
  rule: { type: 'agent_says', text: 'good morning', first_turn_only: true },
  answer: 'yes',
  rule_answer: 'yes',
  rule_turn: 1,
};

beforeEach(() => localStorage.clear());

async function renderScorecard(criteria: readonly CriterionScore[], fields: Partial<Scorecard> = {}) {
  const service = startFakeService();
  const went: number[] = [];
  service.answer(v1Routes.getScorecard, () => ({
    call_id: 'call_1',
    agent_version: 1,
    total_percent: null,
    criteria: [...criteria],
    deleted_criteria: [],
    ...fields,
  }));
  service.answer(v1Routes.listAssignees, () => ({ data: [lea] }));
  const turns = [createSampleTurn('user', 'Hello?', 0), createSampleTurn('agent', 'Good morning', 3)];
  await renderInWindow(
    <ScorecardSection callId="call_1" turns={turns} hasTimes onGoToTurn={(index) => went.push(index)} />,
  );
  return { service, went };
}

const section = page.getByRole('region', { name: 'Scorecard' });

test('shows the total, and what each rule decided, with a link to the turn', async () => {
  const { went } = await renderScorecard([polite, greets], { total_percent: 100 });
  await expect.element(section).toMatchTextContent('100% 1 of 2 decided');
  await expect.element(section).toMatchTextContent('Rule: The agent says “good morning” in its first turn');
  await expect
    .element(page.getByRole('radiogroup', { name: 'Greets' }).getByRole('radio', { name: 'Yes' }))
    .toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Go to 0:03' }).click();
  expect(went).toEqual([1]);
});

test('saves a decision, names who made it, and returns to the rule', async () => {
  const { service } = await renderScorecard([polite, greets]);
  const by = { id: lea.user_id, name: lea.email };
  service.answer(v1Routes.scoreCriterion, ({ json }) => {
    const { answer } = json as Pick<CriterionScore, 'answer'>; // the schema of the route
    const decided = { ...greets, answer: answer ?? 'yes', decision: answer && { by, at } };
    const scorecard = {
      call_id: 'call_1',
      agent_version: 1,
      total_percent: 0,
      criteria: [polite, decided],
      deleted_criteria: [],
    };
    service.answer(v1Routes.getScorecard, () => scorecard);
    return scorecard;
  });
  await page.getByRole('radiogroup', { name: 'Greets' }).getByRole('radio', { name: 'No', exact: true }).click();
  await expect.element(section).toMatchTextContent(`Decided by ${lea.email}`);
  await expect.element(section).toMatchTextContent('Rule: yes');
  await page.getByRole('button', { name: 'Use the rule for Greets' }).click();
  await expect.element(section).toMatchTextContent('Rule: The agent says');
  expect(service.listRequests(v1Routes.scoreCriterion).map(({ json }) => json)).toEqual([
    { answer: 'no' },
    { answer: null },
  ]);
});

test('says that another window deleted the criterion, and shows the scorecard as it is now', async () => {
  const { service } = await renderScorecard([polite]);
  service.answer(v1Routes.scoreCriterion, () => {
    throw new Problem('criterion_deleted', 'The criterion “Polite” was deleted, so nothing was changed.');
  });
  const decision = { by: { id: 'window', name: null }, at };
  service.answer(v1Routes.getScorecard, () => ({
    call_id: 'call_1',
    agent_version: 1,
    total_percent: null,
    criteria: [],
    deleted_criteria: [{ criterion_id: 'crt_1', name: 'Polite', answer: 'yes' as const, decision }],
  }));
  await page.getByRole('radio', { name: 'Yes' }).click();
  await expect.element(page.getByText('The score was not saved').first()).toBeVisible();
  await expect.element(section).toMatchTextContent('Deleted criteria, not part of the total: Polite: yes');
});

test('shows the later answer of another window, although the answer to its own request arrives last', async () => {
  const { service } = await renderScorecard([polite]);
  const respond = Promise.withResolvers<void>();
  const createScorecard = (answer: 'yes' | 'no', by: string) => {
    const decided = { ...polite, answer, decision: { by: { id: by, name: by }, at } };
    return {
      call_id: 'call_1',
      agent_version: 1,
      total_percent: answer === 'yes' ? 100 : 0,
      criteria: [decided],
      deleted_criteria: [],
    };
  };
  service.answer(v1Routes.scoreCriterion, async () => {
    await respond.promise;
    return createScorecard('yes', 'lea@example.com');
  });
  await page.getByRole('radio', { name: 'Yes' }).click();
  await expect.poll(() => service.listRequests(v1Routes.scoreCriterion).length).toBe(1);
  service.answer(v1Routes.getScorecard, () => createScorecard('no', 'max@example.com'));
  applyEvent({ type: 'scorecard.changed', call_id: 'call_1' });
  await expect.element(section).toMatchTextContent('Decided by max@example.com');
  const readsBefore = service.listRequests(v1Routes.getScorecard).length;
  respond.resolve();
  await expect.poll(() => service.listRequests(v1Routes.getScorecard).length).toBeGreaterThan(readsBefore);
  await expect.element(page.getByRole('radio', { name: 'No', exact: true })).toHaveAttribute('aria-checked', 'true');
  await expect.element(section).toMatchTextContent('Decided by max@example.com');
});

test('shows nothing without criteria', async () => {
  await renderScorecard([]);
  await expect.element(section).not.toBeInTheDocument();
});
