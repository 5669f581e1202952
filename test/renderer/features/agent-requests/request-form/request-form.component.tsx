import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resetDraftAutosaves } from '../../../../../renderer/features/agent-requests/request-form/draft-autosave.ts';
import { RequestForm } from '../../../../../renderer/features/agent-requests/request-form/request-form.tsx';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { SavedItem } from '../../../../../shared/organization/saved-items.ts';
import { connectionError, startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const submitted = { request_id: 'req_1', status: 'pending_review', message: 'Submitted.' } as const;
const supported = [
  { integration: 'google_calendar', name: 'Google Calendar' },
  { integration: 'slack', name: 'Slack' },
] as const;
const savedDraft: SavedItem = {
  saved_id: 'sav_1',
  kind: 'request_draft',
  name: 'draft-1',
  value: {
    name: 'Berths',
    objective: 'Remind skippers',
    target_audience: '',
    required_integrations: [],
    saved_at: '2026-03-12T10:00:00.000Z',
  },
};

const form = page.getByRole('form', { name: 'Request an agent' });
const name = page.getByRole('textbox', { name: /^Name/ });
const objective = page.getByRole('textbox', { name: 'Objective' });
const integrations = page.getByRole('combobox', { name: /^Integrations/ });
const submit = page.getByRole('button', { name: 'Submit request' });
const requestPage = page.getByRole('heading', { name: '/agents?request=req_1' });

beforeEach(resetDraftAutosaves);

async function renderForm({ hasIntegrations = true } = {}) {
  const service = startFakeService();
  service.answer(v1Routes.submitAgentRequest, () => submitted);
  service.answer(v1Routes.listIntegrations, () => {
    if (!hasIntegrations) throw connectionError;
    return { data: [...supported], next_cursor: null };
  });
  service.answer(v1Routes.saveItem, () => savedDraft);
  service.answer(v1Routes.deleteSavedItem, () => ({ saved_id: 'sav_1' }));
  const goTo = await renderInWindow(<RequestForm draftKey="draft-1" saved={undefined} />, { path: '/agents/new' });
  await expect.element(name).toHaveFocus();
  return { service, goTo };
}

test('refuses an empty objective without a request, and focuses the field', async () => {
  const { service } = await renderForm();
  await name.fill('Berths');
  await submit.click();
  await expect.element(objective).toHaveFocus();
  await expect.element(objective).toHaveAttribute('aria-invalid', 'true');
  await expect.element(objective).toHaveAccessibleDescription('Enter an objective.');
  expect(service.listRequests(v1Routes.submitAgentRequest)).toEqual([]);
  await userEvent.keyboard('R');
  await expect.element(objective).not.toHaveAttribute('aria-invalid');
});

test('shows the length of a long objective, and that it is too long before it is submitted', async () => {
  await renderForm();
  await objective.fill('x'.repeat(limits.objectiveLength));
  await expect.element(objective).toHaveAccessibleDescription(/characters$/);
  await expect.element(objective).not.toHaveAttribute('aria-invalid');
  await objective.fill('x'.repeat(limits.objectiveLength + 1));
  await expect.element(objective).toHaveAttribute('aria-invalid', 'true');
  await expect.element(objective).toHaveAccessibleDescription(/Shorten the objective to submit it\.$/);
});

test('submits once with Ctrl+Enter, is busy meanwhile, deletes the draft and opens the request', async () => {
  const { service } = await renderForm();
  const response = Promise.withResolvers<typeof submitted>();
  service.answer(v1Routes.submitAgentRequest, () => response.promise);
  await objective.fill('Remind skippers');
  await integrations.fill('google calendar');
  await userEvent.keyboard('{Enter}{Control>}{Enter}{Enter}{/Control}');
  const busy = page.getByRole('button', { name: 'Submitting…' });
  await expect.element(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click();
  response.resolve(submitted);
  await expect.element(requestPage).toBeVisible();
  await expect.element(page.getByText('Request submitted')).toBeVisible();
  expect(service.listRequests(v1Routes.submitAgentRequest).map(({ json }) => json)).toEqual([
    {
      name: '',
      objective: 'Remind skippers',
      target_audience: '',
      required_integrations: ['google_calendar'],
    },
  ]);
  expect(service.listRequests(v1Routes.deleteSavedItem).map(({ path }) => path)).toEqual(['/v1/saved-items/sav_1']);
});

test('suggests the integrations of the service, and says before a submission which are not supported', async () => {
  const { service } = await renderForm();
  await objective.fill('Remind skippers');
  await integrations.fill('cal');
  await expect.element(page.getByRole('option')).toHaveTextContent('Google Calendar');
  await integrations.fill('stripe'); // this version knows it, the service does not have it
  const note = '“stripe” is not a supported integration.';
  await expect.element(page.getByText(note)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Stripe' })).toHaveAccessibleDescription(note);
  await submit.click();
  await expect.element(integrations).toHaveFocus();
  expect(service.listRequests(v1Routes.submitAgentRequest)).toEqual([]);
});

test('moves an unsupported integration to the objective on request, and then submits', async () => {
  const { service } = await renderForm();
  await objective.fill('Remind skippers.');
  await integrations.click();
  await userEvent.keyboard('carrier pigeon,slack{Enter}');
  await page.getByRole('button', { name: 'Mention in objective: carrier pigeon' }).click();
  await expect.element(integrations).toHaveFocus();
  await expect.element(page.getByText('Added to the objective')).toBeVisible();
  await expect.element(objective).toHaveValue('Remind skippers.\nIntegration wanted: carrier pigeon.');
  await submit.click();
  await expect.element(requestPage).toBeVisible();
  expect(service.listRequests(v1Routes.submitAgentRequest)[0]?.json).toMatchObject({
    objective: 'Remind skippers.\nIntegration wanted: carrier pigeon.',
    required_integrations: ['slack'],
  });
});

test('marks an integration that the service refuses at its chip, keeps the rest, and clears the error with the chip', async () => {
  const { service } = await renderForm({ hasIntegrations: false });
  await objective.fill('Remind skippers');
  await integrations.click();
  await userEvent.keyboard('carrier pigeon{Enter}SLACK{Enter}');
  service.answer(v1Routes.submitAgentRequest, () => {
    throw new Problem('integration_unsupported', 'Not supported.', {
      errors: [{ pointer: '/required_integrations/0', detail: '“carrier pigeon” is not a supported integration.' }],
    });
  });
  await submit.click();
  await expect.element(integrations).toHaveFocus();
  await expect.element(integrations).toHaveAttribute('aria-invalid', 'true');
  const remove = page.getByRole('button', { name: 'Remove carrier pigeon' });
  await expect.element(remove).toHaveAccessibleDescription('“carrier pigeon” is not a supported integration.');
  await expect.element(page.getByRole('button', { name: 'Remove Slack' })).not.toHaveAccessibleDescription();
  await expect.element(objective).toHaveValue('Remind skippers');
  await remove.click();
  await expect.element(integrations).not.toHaveAttribute('aria-invalid');
  await expect.element(integrations).toHaveFocus();
});

test('shows an error that belongs to no field, and sends the same Idempotency-Key again', async () => {
  const { service } = await renderForm();
  service.answer(v1Routes.submitAgentRequest, () => {
    throw connectionError;
  });
  await objective.fill('Remind skippers');
  await submit.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('The local service could not be reached.');
  service.answer(v1Routes.submitAgentRequest, () => submitted);
  await submit.click();
  await expect.element(requestPage).toBeVisible();
  const [lost, sent] = service.listRequests(v1Routes.submitAgentRequest);
  expect(lost?.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  expect(sent?.idempotencyKey).toBe(lost?.idempotencyKey);
});

test('saves the draft when a field loses the focus, and says whether it was saved', async () => {
  const { service } = await renderForm();
  service.answer(v1Routes.saveItem, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  await userEvent.keyboard('Berths');
  await expect.element(page.getByText('Saving draft…')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('The draft was not saved. The disk is full.')).toBeVisible();
  service.answer(v1Routes.saveItem, () => savedDraft);
  await userEvent.keyboard('Remind skippers');
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  expect(service.listRequests(v1Routes.saveItem).at(-1)?.json).toMatchObject({
    kind: 'request_draft',
    name: 'draft-1',
    value: { name: 'Berths', objective: 'Remind skippers' },
  });
});

test('saves a draft that is left before the autosave delay has passed', async () => {
  const { service, goTo } = await renderForm();
  await userEvent.keyboard('Berths');
  goTo('/team');
  await expect.poll(() => service.listRequests(v1Routes.saveItem)).toHaveLength(1);
});

test('discards the draft, and Undo saves it again', async () => {
  const { service } = await renderForm();
  await userEvent.keyboard('Berths{Tab}');
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(page.getByRole('heading', { name: '/agents' })).toBeVisible();
  expect(service.listRequests(v1Routes.deleteSavedItem)).toHaveLength(1);
  expect(service.listRequests(v1Routes.saveItem)).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => service.listRequests(v1Routes.saveItem)).toHaveLength(2);
  expect(service.listRequests(v1Routes.saveItem).at(-1)?.json).toMatchObject({ value: { name: 'Berths' } });
});

test('links to the request if the user left the view before the response', async () => {
  const { service, goTo } = await renderForm();
  const response = Promise.withResolvers<typeof submitted>();
  service.answer(v1Routes.submitAgentRequest, () => response.promise);
  await objective.fill('Remind skippers');
  await submit.click();
  await expect.element(page.getByRole('button', { name: 'Submitting…' })).toBeVisible();
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.resolve(submitted);
  await page.getByRole('button', { name: 'View request' }).click();
  await expect.element(requestPage).toBeVisible();
});

test('lists the points that the draft covers while the user types', async () => {
  await renderForm();
  const checklist = page.getByRole('complementary', { name: 'What to include' });
  const point = checklist.getByRole('listitem').filter({ hasText: 'Off-limits topics' });
  await expect.element(point).toMatchTextContent('not covered');
  await objective.fill('Remind skippers. Never name a price.');
  await expect.element(point).toMatchTextContent('Off-limits topics, covered');
  await expect.element(checklist.getByRole('status')).toMatchTextContent('1 of 7 points covered');
});
