import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SettingsView } from '../../../../renderer/features/settings/settings-view.tsx';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { commands } from '../../../../shared/window/commands.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('settings are shown although some cannot be loaded', async () => {
  const service = startFakeService();
  service.answer(appRoutes.getLanguageModel, () => {
    throw new Problem('internal', 'The file cannot be read.');
  });
  await renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <SettingsView />
    </CommandProvider>,
    { path: '/settings' },
  );
  const group = page.getByRole('heading', { name: 'Language model' });
  await expect.element(group).toBeVisible();
  const shown = group.element();
  // The group loads it again, and stays.
  await expect.poll(() => service.listRequests(appRoutes.getLanguageModel)).toHaveLength(2);
  await expect.element(group).toBeVisible();
  expect(group.element()).toBe(shown);
});
