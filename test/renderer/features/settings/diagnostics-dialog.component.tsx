import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DiagnosticsDialog } from '../../../../renderer/features/settings/diagnostics-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

async function renderDialog() {
  const onClose = vi.fn();
  await renderInWindow(<DiagnosticsDialog onClose={onClose} />);
  return onClose;
}

test('shows the diagnostics before they are saved, and Escape closes the dialog', async () => {
  startFakeService().answer(appRoutes.getDiagnostics, () => ({ text: '{"version":"1.0.0"}' }));
  const onClose = await renderDialog();
  await expect.element(page.getByRole('textbox', { name: 'Diagnostics' })).toHaveValue('{"version":"1.0.0"}');
  await expect.element(page.getByRole('button', { name: 'Save…' })).toBeEnabled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('says why they could not be collected', async () => {
  startFakeService().answer(appRoutes.getDiagnostics, () => {
    throw new Problem('forbidden', 'Only an Admin can do this.');
  });
  await renderDialog();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Only an Admin can do this.');
});
