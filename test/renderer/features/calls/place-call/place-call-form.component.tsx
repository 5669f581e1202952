import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlaceCallForm } from '../../../../../renderer/features/calls/place-call/place-call-form.tsx';
import {
  resetPlaceCallStore,
  usePlaceCallStore,
} from '../../../../../renderer/features/calls/place-call/place-call-store.ts';
import type { AgentRecord } from '../../../../../shared/agents/agents.ts';
import { appRoutes, v1Routes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Role } from '../../../../../shared/contract/roles.ts';
import { connectionError, startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const frontDesk: AgentRecord = {
  agent_id: 'agt_desk',
  name: 'Front desk',
  objective: 'Answer questions about berths',
  status: 'active',
  placeholders: ['first_name'],
  audience: '',
  greeting: 'Hi {first_name}, this is the front desk.',
  voice: 'slt',
  created_at: '2026-01-05T09:00:00.000Z',
  call_count: 1,
  last_call_at: null,
};
const renewals: AgentRecord = { ...frontDesk, agent_id: 'agt_renewals', name: 'Renewals', placeholders: ['plan'] };
const archived: AgentRecord = { ...frontDesk, agent_id: 'agt_old', name: 'Old agent', status: 'archived' };

const accepted = { call_id: 'call_1', status: 'queued', message: 'Queued.' } as const;
const recentRecipient = {
  recipient_number: '+14155550132',
  recipient_name: 'Jean Webb',
  agent_id: 'agt_renewals',
  metadata: { plan: 'Fibre 500' },
  placed_at: '2026-03-12T10:00:00.000Z',
};

const form = page.getByRole('form', { name: 'Place a call' });
const agent = page.getByRole('combobox', { name: 'Agent' });
const number = page.getByRole('textbox', { name: 'Phone number' });
const addRow = page.getByRole('button', { name: 'Add row' });
const submit = page.getByRole('button', { name: 'Start simulated call' });
const greeting = page.getByRole('region', { name: 'Greeting' });
const duplicateDialog = page.getByRole('alertdialog', { name: /Call again\?$/ });

beforeEach(resetPlaceCallStore);

type FormOptions = { readonly role?: Role; readonly hasRecentCall?: boolean };

async function renderForm({ role = 'admin', hasRecentCall = false }: FormOptions = {}) {
  const service = startFakeService();
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: [],
    reviewers: [],
    recent_recipients: hasRecentCall ? [recentRecipient] : [],
  }));
  service.answer(v1Routes.listSavedItems, () => ({ data: [] }));
  service.answer(appRoutes.placeSimulatedCall, () => accepted);
  const goTo = await renderInWindow(<PlaceCallForm agents={[frontDesk, renewals, archived]} />, {
    path: '/calls',
    role,
  });
  await expect.element(agent).toMatchTextContent(hasRecentCall ? 'Renewals' : 'Front desk');
  const listBodies = () => service.listRequests(appRoutes.placeSimulatedCall).map(({ json }) => json);
  return { service, goTo, listBodies };
}

async function selectOption(label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
}

test('preselects the first active agent, focuses the number and offers an example', async () => {
  await renderForm();
  await expect.element(number).toHaveFocus();
  await agent.click();
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual([expect.stringContaining('Front desk'), expect.stringContaining('Renewals')]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Use example number' }).click();
  await expect.element(number).toHaveValue('+1 415 555 0132');
  await expect.element(number).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Use example number' })).not.toBeInTheDocument();
});

test('groups the digits while the user types, and keeps the caret behind the same digit', async () => {
  await renderForm();
  await userEvent.keyboard('+14155550132');
  await expect.element(number).toHaveValue('+1 415 555 0132');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{Delete}2');
  await expect.element(number).toHaveValue('+1 215 555 0132');
});

test('shows the error of a number at its field and focuses it, without a request', async () => {
  const { listBodies } = await renderForm();
  await submit.click();
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  await expect.element(number).toHaveAccessibleDescription('Enter a phone number.');
  await userEvent.keyboard('(415) 555-0132');
  await expect.element(number).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  await expect.element(number).toHaveAccessibleDescription(/^Start with \+ and the country code, for example/);
  expect(listBodies()).toEqual([]);
  await number.fill('+999 123 4567');
  await expect.element(number).toHaveAccessibleDescription(/^Unknown country code/);
  await expect.element(number).not.toHaveAttribute('aria-invalid'); // only a warning
});

test('moves the focus to an added row and, after a removal, to a neighbor', async () => {
  await renderForm();
  await expect.element(page.getByRole('combobox', { name: 'Name 1' })).toHaveValue('first_name');
  await addRow.click();
  await expect.element(page.getByRole('combobox', { name: 'Name 2' })).toHaveFocus();
  await userEvent.keyboard('plan{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Name 3' })).toHaveFocus();
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Name 2' })).toHaveFocus();
  await page.getByRole('button', { name: 'Remove plan' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Name 1' })).toHaveFocus();
  await page.getByRole('button', { name: 'Remove first_name' }).click();
  await expect.element(addRow).toHaveFocus();
});

test('marks both rows of a name that is used twice, and does not send them', async () => {
  const { listBodies } = await renderForm();
  await number.fill('+14155550132');
  await addRow.click();
  await userEvent.keyboard('first_name');
  await expect.element(page.getByText('This name is used twice.').nth(1)).toBeVisible();
  await submit.click();
  await expect.element(page.getByRole('combobox', { name: 'Name 1' })).toHaveFocus();
  await expect
    .element(page.getByRole('combobox', { name: 'Name 2' }))
    .toHaveAccessibleDescription('This name is used twice.');
  expect(listBodies()).toEqual([]);
});

test('disables Add row with the reason when the metadata is full', async () => {
  await renderForm();
  const rows = Array.from({ length: limits.metadataEntries }, (_, id) => ({ id, name: `name_${id}`, value: 'x' }));
  usePlaceCallStore.setState(({ draft }) => ({ draft: { ...draft, rows } }));
  await expect.element(addRow).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(addRow)
    .toHaveAccessibleDescription(`Metadata can have at most ${limits.metadataEntries} entries.`);
  await addRow.click({ force: true });
  expect(usePlaceCallStore.getState().draft.rows).toHaveLength(limits.metadataEntries);
});

test('places a call with Ctrl+Enter from any field, and shows its greeting before', async () => {
  const { listBodies } = await renderForm();
  await number.fill('+1 415 555 0132');
  await page.getByRole('textbox', { name: 'Value of first_name' }).click();
  await userEvent.keyboard('Wilhelmina');
  await expect.element(greeting).toMatchTextContent('Hi Wilhelmina, this is the front desk.');
  expect(greeting.element().querySelector('mark')?.textContent).toBe('Wilhelmina');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  expect(listBodies()).toEqual([
    {
      agent_id: 'agt_desk',
      recipient_number: '+14155550132',
      metadata: { first_name: 'Wilhelmina' },
      mode: 'simulated',
      speed: 'fast',
    },
  ]);
  expect(usePlaceCallStore.getState()).toMatchObject({ isOpen: false, draft: { agentId: 'agt_desk', number: '' } });
});

test('is busy until the service responds, and places one call for a double click', async () => {
  const { service, listBodies } = await renderForm();
  const response = Promise.withResolvers<typeof accepted>();
  service.answer(appRoutes.placeSimulatedCall, () => response.promise);
  await number.fill('+14155550132');
  await submit.dblClick();
  const busy = page.getByRole('button', { name: 'Placing…' });
  await expect.element(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click();
  response.resolve(accepted);
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  expect(listBodies()).toHaveLength(1);
});

test('shows the errors of the service at the fields that they name', async () => {
  const { service } = await renderForm();
  service.answer(appRoutes.placeSimulatedCall, () => {
    throw new Problem('metadata_invalid', 'Not valid.', {
      errors: [
        { pointer: '/metadata/first_name', detail: 'Use a shorter name.' },
        { pointer: '/mode', detail: 'Not available.' },
      ],
    });
  });
  await number.fill('+14155550132');
  const value = page.getByRole('textbox', { name: 'Value of first_name' });
  await value.fill('Wilhelmina');
  await submit.click();
  await expect.element(value).toHaveAccessibleDescription('Use a shorter name.');
  await expect.element(page.getByRole('combobox', { name: 'Recipient' })).toHaveAccessibleDescription('Not available.');
  await expect.element(page.getByRole('combobox', { name: 'Name 1' })).toHaveFocus();
  await expect.element(number).toHaveValue('+1 415 555 0132');
  await value.fill('Mei');
  await expect.element(value).not.toHaveAttribute('aria-invalid');
});

test('keeps the input and sends the same Idempotency-Key again if the response was lost', async () => {
  const { service } = await renderForm();
  service.answer(appRoutes.placeSimulatedCall, () => {
    throw connectionError;
  });
  await number.fill('+14155550132');
  await submit.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Send it again: only one call will be placed.');
  await expect.element(number).toHaveValue('+1 415 555 0132');
  service.answer(appRoutes.placeSimulatedCall, () => accepted);
  await submit.click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  const [lost, placed] = service.listRequests(appRoutes.placeSimulatedCall);
  expect(lost?.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  expect(placed?.idempotencyKey).toBe(lost?.idempotencyKey);
});

test('asks for confirmation before it calls the same number again', async () => {
  const { service, listBodies } = await renderForm();
  service.answer(appRoutes.placeSimulatedCall, () => {
    throw new Problem('duplicate_call', 'Called recently.');
  });
  await number.fill('+14155550132');
  await submit.click();
  await expect.element(duplicateDialog).toMatchTextContent('Front desk called +1 415 555 0132');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(duplicateDialog).not.toBeInTheDocument();
  await submit.click();
  await expect.element(duplicateDialog).toBeVisible();
  expect(listBodies(), 'closing the dialog places no call').toHaveLength(2);
  service.answer(appRoutes.placeSimulatedCall, () => accepted);
  await page.getByRole('button', { name: 'Call again' }).click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  expect(listBodies()).toEqual([
    expect.not.objectContaining({ allow_duplicate: true }),
    expect.not.objectContaining({ allow_duplicate: true }),
    expect.objectContaining({ allow_duplicate: true }),
  ]);
});

test.each(['admin', 'manager'] as const)(
  'shows the entry of a listed number, and asks an Admin only for a reason to override it: %s',
  async (role) => {
    const { service, listBodies } = await renderForm({ role });
    const entry = {
      entry_id: 'dnc_1',
      recipient_number: '+14155550132',
      reason: 'Asked by letter',
      source: 'manual',
      call_id: null,
      added_at: '2026-03-02T12:00:00.000Z',
    } as const;
    service.answer(v1Routes.listDoNotCallEntries, () => ({ data: [entry], total: 1 }));
    await number.fill('+14155550132');
    await expect.element(number).toHaveAccessibleDescription(/On the do-not-call list since .*: Asked by letter/);
    const reason = page.getByRole('textbox', { name: 'Reason for calling anyway' });
    if (role === 'manager') return await expect.element(reason).not.toBeInTheDocument();
    await submit.click();
    await expect.element(reason).toHaveFocus();
    await expect.element(reason).toHaveAccessibleDescription('Enter a reason, or call another number.');
    expect(listBodies()).toEqual([]);
    await reason.fill('Asked us to call');
    await submit.click();
    await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
    expect(listBodies()).toMatchObject([{ do_not_call_override: 'Asked us to call' }]);
  },
);

test('keeps the confirmation dialog from losing an error', async () => {
  const { service } = await renderForm();
  service.answer(appRoutes.placeSimulatedCall, () => {
    throw new Problem('duplicate_call', 'Called recently.');
  });
  await number.fill('+14155550132');
  await submit.click();
  await expect.element(duplicateDialog).toBeVisible();
  service.answer(appRoutes.placeSimulatedCall, () => {
    throw connectionError;
  });
  await page.getByRole('button', { name: 'Call again' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('could not be reached');
  await expect.element(duplicateDialog).not.toBeInTheDocument();
});

test('fills in a recent recipient with its agent and metadata', async () => {
  await renderForm({ hasRecentCall: true });
  await selectOption('Agent', /^Front desk/);
  const recent = page.getByRole('button', { name: 'Fill in +1 415 555 0132 (Jean Webb), called by Renewals' });
  await expect.element(recent).toMatchTextContent('Jean Webb');
  await recent.click();
  await expect.element(agent).toMatchTextContent('Renewals');
  await expect.element(number).toHaveValue('+1 415 555 0132');
  await expect.element(page.getByRole('textbox', { name: 'Value of plan' })).toHaveValue('Fibre 500');
  await expect.element(page.getByRole('textbox', { name: 'Value of first_name' })).not.toBeInTheDocument();
});

test('starts a practice call without a speed', async () => {
  const { listBodies } = await renderForm();
  await selectOption('Recipient', /^Play the customer yourself/);
  await expect.element(page.getByRole('combobox', { name: 'Speed' })).not.toBeInTheDocument();
  await number.fill('+14155550132');
  await page.getByRole('button', { name: 'Start practice call' }).click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  expect(listBodies()).toEqual([{ agent_id: 'agt_desk', recipient_number: '+14155550132', mode: 'practice' }]);
});

test('links to the call if the user left the view before the response', async () => {
  const { service, goTo } = await renderForm();
  const response = Promise.withResolvers<typeof accepted>();
  service.answer(appRoutes.placeSimulatedCall, () => response.promise);
  await number.fill('+14155550132');
  await submit.click();
  await expect.element(page.getByRole('button', { name: 'Placing…' })).toBeVisible();
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.resolve(accepted);
  await expect.element(page.getByText('The call to +1 415 555 0132 was placed')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  await page.getByRole('button', { name: 'View call' }).click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
});

test('reports a failure and keeps the input if the user left the view before the response', async () => {
  const { service, goTo } = await renderForm();
  const response = Promise.withResolvers<typeof accepted>();
  service.answer(appRoutes.placeSimulatedCall, () => response.promise);
  await number.fill('+14155550132');
  await submit.click();
  await expect.element(page.getByRole('button', { name: 'Placing…' })).toBeVisible();
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.reject(connectionError);
  await expect.element(page.getByText('The call to +1 415 555 0132 may not have been placed').first()).toBeVisible();
  goTo('/calls');
  await expect.element(number).toHaveValue('+1 415 555 0132');
});

test('disables the button for a role that cannot place calls, and Ctrl+Enter sends nothing', async () => {
  const { listBodies } = await renderForm({ role: 'viewer' });
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  await expect.element(submit).toHaveAccessibleDescription('Requires the Admin or Manager role.');
  await number.fill('+14155550132');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await submit.click({ force: true });
  await expect.poll(() => usePlaceCallStore.getState().draft.number).toBe('+1 415 555 0132');
  expect(listBodies()).toEqual([]);
});
