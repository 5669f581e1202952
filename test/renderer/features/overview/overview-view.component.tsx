import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OverviewView } from '../../../../renderer/features/overview/overview-view.tsx';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { commands } from '../../../../shared/window/commands.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';

test('the overview is shown although its follow-ups cannot be loaded', async () => {
  const service = startFakeService();
  service.answer(v1Routes.listFollowUps, () => {
    throw new Problem('internal', 'The database is locked.');
  });
  service.answer(appRoutes.getOverview, () => ({
    organization: null,
    is_empty: false,
    attention: [],
    cycle: null,
    processing: { total: 0, data: [] },
    calls: { running: 0, data: [] },
    requests: [sampleRequest],
    request_changes: [],
    changes: { calls: 0, documents: 0, requests: 0 },
  }));
  await renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <OverviewView />
    </CommandProvider>,
    { path: '/overview' },
  );
  await expect.element(page.getByRole('heading', { name: 'Latest calls' })).toBeVisible();
  await expect.element(page.getByText('1 open build request')).toBeVisible();
  expect(service.listRequests(v1Routes.listFollowUps).length).toBeLessThan(4);
});
