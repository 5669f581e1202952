import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RejectDialog } from '../../../../../renderer/features/agent-requests/console/reject-dialog.tsx';
import type { AgentRequestRecord } from '../../../../../shared/agents/agent-requests.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { sampleRequest } from '../../../../helpers/components/sample-request.ts';

const rejectedRequest: AgentRequestRecord = { ...sampleRequest, status: 'rejected' };
const reason = page.getByRole('textbox', { name: 'Reason' });
const submit = page.getByRole('button', { name: 'Reject request' });

async function renderDialog() {
  const service = startFakeService();
  service.answer(appRoutes.moveAgentRequest, () => rejectedRequest);
  const onClose = vi.fn();
  await renderInWindow(<RejectDialog request={sampleRequest} onClose={onClose} />);
  await expect.element(reason).toHaveFocus();
  return { service, onClose };
}

test('requires a reason, and sends it without spaces around it', async () => {
  const { service, onClose } = await renderDialog();
  await userEvent.keyboard('  ');
  await submit.click();
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason.');
  await reason.fill(' It would sell the harbour. ');
  await expect.element(reason).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(service.listRequests(appRoutes.moveAgentRequest).map(({ json }) => json)).toEqual([
    { to: 'rejected', reason: 'It would sell the harbour.' },
  ]);
});

test('rejects once, and is busy meanwhile', async () => {
  const { service, onClose } = await renderDialog();
  const response = Promise.withResolvers<AgentRequestRecord>();
  service.answer(appRoutes.moveAgentRequest, () => response.promise);
  await reason.fill('Too broad.');
  await submit.click();
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await submit.click();
  expect(onClose).not.toHaveBeenCalled();
  response.resolve(rejectedRequest);
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(service.listRequests(appRoutes.moveAgentRequest)).toHaveLength(1);
});

test('stays open with the reason if the service refuses', async () => {
  const { service, onClose } = await renderDialog();
  service.answer(appRoutes.moveAgentRequest, () => {
    throw new Problem('move_not_allowed', 'This request was delivered.');
  });
  await reason.fill('Too broad.');
  await submit.click();
  await expect.element(page.getByText('This request was delivered.').first()).toBeVisible();
  await expect.element(submit).toHaveAttribute('aria-busy', 'false');
  await expect.element(reason).toHaveValue('Too broad.');
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape closes the dialog without a request', async () => {
  const { service, onClose } = await renderDialog();
  await userEvent.keyboard('Too broad.{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(service.listRequests(appRoutes.moveAgentRequest)).toEqual([]);
});
