import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AgentsView } from '../../../../renderer/features/agents/agents-view.tsx';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { commands } from '../../../../shared/window/commands.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const fail = () => {
  throw new Problem('internal', 'The database is locked.');
};

let service: FakeService;

beforeEach(() => {
  service = startFakeService();
  service.answer(appRoutes.listAgentRecords, () => ({ data: [] }));
  service.answer(v1Routes.listSavedItems, () => ({ data: [] }));
  service.answer(appRoutes.listAgentRequestRecords, fail);
});

const render = () =>
  renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <AgentsView />
    </CommandProvider>,
    { path: '/agents' },
  );

test('agents that cannot be loaded are said to be so, and the rest is shown', async () => {
  service.answer(appRoutes.listAgentRecords, fail);
  await render();
  await expect.element(page.getByText('Agents could not be loaded')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Build requests' })).toBeVisible();
  expect(service.listRequests(appRoutes.listAgentRecords).length).toBeLessThan(4);
});

test('drafts that cannot be loaded do not hide the agents', async () => {
  service.answer(v1Routes.listSavedItems, fail);
  await render();
  await expect.element(page.getByText(/^Drafts could not be loaded/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Request an agent' }).first()).toBeVisible();
});
