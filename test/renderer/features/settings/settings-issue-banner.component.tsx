import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SettingsIssueBanner } from '../../../../renderer/features/settings/settings-issue-banner.tsx';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { SettingsIssue } from '../../../../shared/window/settings.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const banner = page.getByRole('alert');

const damaged: SettingsIssue = { kind: 'damaged', kept_as: '/home/ada/settings.json.damaged' };

async function render(issue: SettingsIssue | null) {
  const current = { issue };
  const service = startFakeService();
  service.answer(appRoutes.getSettingsIssue, () => current);
  await renderInWindow(
    <>
      <SettingsIssueBanner />
      <h1>Overview</h1>
    </>,
  );
  await expect.poll(() => service.listRequests(appRoutes.getSettingsIssue)).toHaveLength(1);
  return {
    refetch: async (next: SettingsIssue) => {
      current.issue = next;
      await queryClient.refetchQueries({ queryKey: ['settings'] });
    },
  };
}

test('is not shown while the settings can be read and saved', async () => {
  await render(null);
  await expect.element(page.getByRole('heading')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});

test.each([
  [damaged, 'Your settings could not be read. The defaults are used, and automatic backups and the local API are off.'],
  [damaged, 'The damaged file was kept as /home/ada/settings.json.damaged'],
  [{ kind: 'newer' } as const, 'Your settings were saved by a newer version of Switchboard.'],
  [{ kind: 'not_saved', detail: 'The disk is full.' } as const, 'Your settings cannot be saved. The disk is full.'],
])('says what happened: %o', async (issue, text) => {
  await render(issue);
  await expect.element(banner).toMatchTextContent(text);
});

test('is dismissed once for each issue', async () => {
  const { refetch } = await render(damaged);
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await refetch({ ...damaged });
  await expect.element(banner).not.toBeInTheDocument();
  await refetch({ kind: 'not_saved', detail: 'The disk is full.' });
  await expect.element(banner).toMatchTextContent('The disk is full.');
});
