import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConnectDialog } from '../../../../renderer/features/connection/connect-dialog.tsx';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { connectionStepIds, noCapabilities, type ConnectionCheck } from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const apiKey = 'sk_remote_0123456789';

const steps = connectionStepIds.map(
  (id) => ({ id, result: 'passed', detail: 'It is as expected.', fix: null }) as const,
);

const passed: ConnectionCheck = {
  steps: [...steps],
  organization_name: 'Harbour Office',
  role: 'admin',
  permissions: Array.from({ length: 20 }, (_, index) => ({
    operation: `operation${index}`,
    summary: `Operation ${index}`,
    is_allowed: true,
    is_inferred: true,
  })),
  capabilities: noCapabilities,
  untrusted_certificate: null,
  clock_offset_ms: null,
  suggested_base_url: null,
};

const refused: ConnectionCheck = {
  ...passed,
  steps: steps.map((step) =>
    step.id === 'key'
      ? { ...step, result: 'failed', detail: 'The remote refuses the API key.', fix: 'Enter another API key.' }
      : step,
  ),
  role: null,
  permissions: [],
};

const dialog = page.getByRole('dialog', { name: 'Connect to a remote service' });
const field = (name: string) => dialog.getByRole('textbox', { name });
const keyField = dialog.getByLabelText('API key', { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const steplist = dialog.getByRole('list', { name: 'Steps' });

let service: FakeService;
const onClose = vi.fn();

async function openDialog(check: ConnectionCheck) {
  service = startFakeService();
  service.answer(appRoutes.checkNewConnection, () => check);
  await renderInWindow(<ConnectDialog onClose={onClose} />);
}

async function fillFields() {
  await field('Base URL').fill('https://voice.example/v1');
  await field('Organization ID').fill('org_remote');
  await keyField.fill(apiKey);
}

beforeEach(async () => {
  onClose.mockClear();
  await page.viewport(900, 600);
});

test('names the fields that are missing or wrong, and sends nothing', async () => {
  await openDialog(passed);
  await button('Check connection').click();
  const name = field('Workspace name');
  for (const input of [field('Base URL'), field('Organization ID'), name, keyField]) {
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    await expect.element(input).toHaveAccessibleDescription(/Enter (the|a) /);
  }
  expect(service.listRequests(appRoutes.checkNewConnection)).toEqual([]);
  await name.fill('Northwind');
  await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
});

test('shows a problem of the service at its field, or above the buttons', async () => {
  await openDialog(passed);
  const errors = [{ pointer: '/connection/org_id', detail: 'The ID contains a space.' }];
  service.answer(appRoutes.checkNewConnection, () => {
    throw new Problem('connection_invalid', 'The connection is not valid.', { errors });
  });
  await fillFields();
  await button('Check connection').click();
  await expect.element(field('Organization ID')).toHaveAccessibleDescription('The ID contains a space.');
  service.answer(appRoutes.checkNewConnection, () => {
    throw new Problem('rate_limited', 'Wait a minute.');
  });
  await button('Check connection').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Wait a minute.');
});

test('shows the step that failed with its fix, and does not offer to connect until it is fixed', async () => {
  await openDialog(refused);
  await fillFields();
  await button('Check connection').click();
  const failed = steplist.getByRole('listitem').filter({ hasText: 'API key: Failed.' });
  await expect.element(failed).toMatchTextContent(/The remote refuses the API key\.Enter another API key\.$/);
  await expect.element(failed.getByText('Enter another API key.')).toBeInViewport({ ratio: 1 });
  await expect.element(button('Connect')).not.toBeInTheDocument();
  await expect.element(button('Connect without check…')).not.toBeInTheDocument();
  await keyField.fill('sk_other_0123456789');
  await expect.element(steplist).not.toBeInTheDocument();
  await expect.element(button('Check connection')).toBeVisible();
});

test('offers the base URL to which the remote redirects, and checks it', async () => {
  await openDialog({ ...passed, suggested_base_url: 'https://voice.example/v2' });
  await fillFields();
  await button('Check connection').click();
  service.answer(appRoutes.checkNewConnection, () => passed);
  await button('Use https://voice.example/v2').click();
  await expect.element(field('Base URL')).toHaveValue('https://voice.example/v2');
  await expect.element(button('Use https://voice.example/v2')).not.toBeInTheDocument();
  await expect.element(button('Connect')).toBeVisible();
  expect(service.listRequests(appRoutes.checkNewConnection)[1]?.json).toMatchObject({
    base_url: 'https://voice.example/v2',
    org_id: 'org_remote',
  });
});

test('explains a key that was pasted with “Bearer”', async () => {
  await openDialog(passed);
  await fillFields();
  for (const pasted of [`Bearer ${apiKey}`, `Authorization: bearer ${apiKey}`, `BEARER\t${apiKey}`]) {
    await keyField.fill(pasted);
    await button('Check connection').click();
    await expect
      .element(keyField)
      .toHaveAccessibleDescription(/Enter the key without “Bearer”, which is added if the header needs it\./);
  }
  expect(service.listRequests(appRoutes.checkNewConnection)).toEqual([]);
});

test('shows the outcome after a check, and hides nothing above it that fits', async () => {
  await page.viewport(1280, 800);
  await openDialog(passed);
  await fillFields();
  await button('Check connection').click();
  for (const shown of [
    dialog.getByRole('heading', { name: 'Connect to a remote service' }),
    keyField,
    steplist,
    button('Connect'),
  ])
    await expect.element(shown).toBeInViewport({ ratio: 1 });
});

test.each([
  [900, 600],
  [640, 400],
] as const)('shows what must be read after a check in a window of %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await openDialog(passed);
  await fillFields();
  await button('Check connection').click();
  await expect.element(dialog.getByText('The remote can be used.')).toBeInViewport({ ratio: 1 });
  service.answer(appRoutes.checkNewConnection, () => refused);
  await button('Check again').click();
  await expect.element(dialog.getByText('Enter another API key.')).toBeInViewport({ ratio: 1 });
  await expect.element(button('Check again')).toBeInViewport({ ratio: 1 });
});

test('can be used with the keyboard alone', async () => {
  await openDialog(passed);
  await expect.element(field('Base URL')).toHaveFocus();
  await userEvent.keyboard('https://voice.example/v1{Tab}org_remote{Tab}');
  await expect.element(field('Workspace name')).toHaveValue('voice.example');
  await userEvent.keyboard(`{Tab}${apiKey}{Enter}`);
  await expect.element(button('Connect')).toBeVisible();
  await expect.element(keyField).toHaveFocus();
  service.answer(appRoutes.createWorkspace, () => {
    throw new Problem('already_linked', 'The workspace “Other” is already linked to this organization.');
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/“Other” is already linked/);
  expect(service.listRequests(appRoutes.createWorkspace).map(({ json }) => json)).toMatchObject([
    { kind: 'linked', name: 'Harbour Office', connection: { org_id: 'org_remote', api_key: apiKey } },
  ]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('hides the API key, offers it to no password manager, and stores it nowhere in the window', async () => {
  await openDialog(passed);
  await fillFields();
  await button('Check connection').click();
  await expect.element(button('Connect')).toBeVisible();
  await expect.element(keyField).toHaveAttribute('type', 'password');
  await expect.element(keyField).toHaveAttribute('autocomplete', 'off');
  const cached = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
  const stored = JSON.stringify([cached, { ...localStorage }, { ...sessionStorage }, location.href, document.cookie]);
  expect(stored).not.toContain(apiKey);
});

const unavailable: ConnectionCheck = {
  ...refused,
  steps: steps.map((step) => (step.id === 'dns' ? { ...step, result: 'failed' } : step)),
};

test.each([
  ['after a check', passed],
  ['without a check', unavailable],
] as const)('asks before it connects %s while files are being uploaded', async (_, check) => {
  await openDialog(check);
  service.answer(appRoutes.createWorkspace, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  addUnfinishedUpload();
  await fillFields();
  await button('Check connection').click();
  if (check === passed) await button('Connect').click();
  else {
    await button('Connect without check…').click();
    await page.getByRole('button', { name: 'Connect without check', exact: true }).click();
  }
  const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });
  await expect.element(question).toBeVisible();
  expect(service.listRequests(appRoutes.createWorkspace)).toEqual([]);
  await question.getByRole('button', { name: 'Stop and switch' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/The disk is full/);
  expect(service.listRequests(appRoutes.createWorkspace)).toHaveLength(1);
});
