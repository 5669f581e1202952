import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ReadOnlyBanner } from '../../../../renderer/features/workspaces/read-only-banner.tsx';
import { useMissingPermission } from '../../../../renderer/data/session/missing-permission.ts';
import { Button } from '../../../../renderer/ui/buttons/button.tsx';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { readOnlyReason } from '../../../../shared/workspaces/workspaces.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const banner = page.getByRole('note', { name: 'Read-only workspace' });
const readOnly = { error: 'Its database is damaged.', is_read_only: true };

function RouteButton({ route }: { readonly route: Route }) {
  return <Button disabledReason={useMissingPermission(route)}>{route.summary}</Button>;
}

const buttons = (
  <>
    <ReadOnlyBanner />
    {[v1Routes.uploadDocument, v1Routes.searchKnowledge, v1Routes.listNotes, appRoutes.updateSettings].map((route) => (
      <RouteButton key={route.id} route={route} />
    ))}
  </>
);
const disabled = page.getByRole('button', { disabled: true });

test('is not shown while the workspace can be changed', async () => {
  startFakeService();
  await renderInWindow(buttons);
  await expect.element(page.getByRole('button', { name: v1Routes.uploadDocument.summary })).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
  expect(disabled.elements()).toEqual([]);
});

test('disables the actions that change the workspace, and offers to recover it', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listSnapshots, () => ({ data: [] }));
  await renderInWindow(buttons, { workspace: readOnly });
  await expect.element(banner).toMatchTextContent(/^Read-only\. This workspace is damaged/);
  await expect.element(disabled).toHaveAccessibleDescription(readOnlyReason);
  expect(disabled.elements().map(({ textContent }) => textContent)).toEqual([v1Routes.uploadDocument.summary]);
  await banner.getByRole('button', { name: 'Recover…' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Recover “Harbour Office”' }))
    .toHaveAccessibleDescription('Its database is damaged.');
});

test('names the role that can recover the workspace', async () => {
  startFakeService();
  await renderInWindow(<ReadOnlyBanner />, { workspace: readOnly, role: 'viewer' });
  await expect
    .element(banner.getByRole('button', { name: 'Recover…' }))
    .toHaveAccessibleDescription(/^Requires the Admin role/);
});
