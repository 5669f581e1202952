import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AcceptanceNotice } from '../../../../../renderer/features/agent-requests/acceptance/acceptance-notice.tsx';
import { DeliverDialog } from '../../../../../renderer/features/agent-requests/console/deliver-dialog.tsx';
import { suggestGreeting } from '../../../../../shared/agents/suggest-greeting.ts';
import type { AgentRequestRecord } from '../../../../../shared/agents/agent-requests.ts';
import { appRoutes, v1Routes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { connectionError, startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { createSampleAcceptance } from '../../../../helpers/components/sample-acceptance.ts';
import {
  createSampleAgent,
  createSampleDefinition,
  createSampleDraft,
} from '../../../../helpers/components/sample-agent.ts';
import { sampleRequest } from '../../../../helpers/components/sample-request.ts';

const name = page.getByRole('textbox', { name: 'Name' });
const objective = page.getByRole('textbox', { name: 'Objective' });
const greeting = page.getByRole('textbox', { name: 'Greeting' });
const preview = page.getByRole('region', { name: 'Preview' });
const submit = page.getByRole('button', { name: 'Deliver agent' });

function startAcceptanceService() {
  const service = startFakeService();
  service.answer(v1Routes.getAcceptance, () =>
    createSampleAcceptance([{ decision: 'accepted' }, { decision: 'rejected', reason: 'It asked twice.' }], 1),
  );
  service.answer(v1Routes.getAgent, () =>
    createSampleAgent({
      status: 'uat',
      definition: null,
      draft: createSampleDraft(createSampleDefinition({ greeting: 'Ahoy, tried and changed.', voice: 'kal16' })),
    }),
  );
  service.answer(appRoutes.deliverAgentRequest, () => sampleRequest);
  return service;
}

/** Opens the dialog when its notice is loaded already, as in the panel of the request. */
function Panel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AcceptanceNotice requestId={sampleRequest.request_id} />
      <button type="button" onClick={() => setOpen(true)}>
        Deliver…
      </button>
      {isOpen && <DeliverDialog request={sampleRequest} onClose={() => setOpen(false)} />}
    </>
  );
}

async function renderDialog(request = sampleRequest) {
  const service = startAcceptanceService();
  const onClose = vi.fn();
  const goTo = await renderInWindow(<DeliverDialog request={request} onClose={onClose} />, { path: '/agents' });
  await expect.element(name).toHaveFocus();
  return { service, onClose, goTo };
}

test('suggests a greeting that follows the name until it is edited', async () => {
  await renderDialog();
  await expect.element(greeting).toHaveValue(suggestGreeting('Berths'));
  await name.fill('Harbour');
  await expect.element(greeting).toHaveValue(suggestGreeting('Harbour'));
  await greeting.fill('Ahoy {first_name}.');
  await expect.element(preview).toMatchTextContent('Ahoy Wilhelmina.');
  await name.fill('Berths');
  await expect.element(greeting).toHaveValue('Ahoy {first_name}.');
});

test('marks each empty required field, without a request', async () => {
  const { service } = await renderDialog();
  await name.fill('');
  await objective.fill(' ');
  await submit.click();
  for (const field of [name, objective]) await expect.element(field).toHaveAccessibleDescription('Required');
  await expect.element(greeting).not.toHaveAttribute('aria-invalid');
  await name.fill('Berths');
  await expect.element(objective).not.toHaveAttribute('aria-invalid');
  expect(service.listRequests(appRoutes.deliverAgentRequest)).toEqual([]);
});

test('delivers once, is busy meanwhile, and closes', async () => {
  const { service, onClose } = await renderDialog();
  const response = Promise.withResolvers<AgentRequestRecord>();
  service.answer(appRoutes.deliverAgentRequest, () => response.promise);
  await userEvent.keyboard('{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  response.resolve(sampleRequest);
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const requests = service.listRequests(appRoutes.deliverAgentRequest);
  expect(requests.map(({ path }) => path)).toEqual([`/app/agent-requests/${sampleRequest.request_id}/delivery`]);
  expect(requests[0]?.json).toMatchObject({ name: 'Berths', greeting: suggestGreeting('Berths'), voice: 'slt' });
});

test('shows the errors of the service at their fields, and others in the form', async () => {
  const { service, onClose } = await renderDialog();
  service.answer(appRoutes.deliverAgentRequest, () => {
    throw new Problem('malformed', 'Not valid.', { errors: [{ pointer: '/greeting', detail: 'Use a shorter one.' }] });
  });
  await submit.click();
  await expect.element(greeting).toHaveAccessibleDescription('Use a shorter one.');
  service.answer(appRoutes.deliverAgentRequest, () => {
    throw new Problem('move_not_allowed', 'This request was rejected.');
  });
  await submit.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This request was rejected.');
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape and Cancel close the dialog without a request', async () => {
  const { service, onClose } = await renderDialog();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(service.listRequests(appRoutes.deliverAgentRequest)).toEqual([]);
});

test('reports a failure in another view if the user left before the response', async () => {
  const { service, goTo } = await renderDialog();
  const response = Promise.withResolvers<AgentRequestRecord>();
  service.answer(appRoutes.deliverAgentRequest, () => response.promise);
  await submit.click();
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.reject(connectionError);
  await expect.element(page.getByText('“Berths” may not have been delivered').first()).toBeVisible();
});

test('names what was tried, and the points that were rejected or not decided', async () => {
  await renderDialog();
  const notice = page.getByRole('region', { name: 'Acceptance test' });
  await expect.element(notice).toMatchTextContent(/^1 trial call, 1 of 3 points accepted/);
  await expect
    .element(notice.getByRole('list', { name: 'Rejected' }))
    .toMatchTextContent('Offer a payment plan (It asked twice.)');
  await expect
    .element(notice.getByRole('list', { name: 'Not decided' }))
    .toMatchTextContent('Note the date of the payment');
});

test('opens at its start in a small window', async () => {
  await page.viewport(640, 400);
  startAcceptanceService();
  await renderInWindow(<Panel />, { path: '/agents' });
  await expect.element(page.getByText(/^1 trial call/i)).toBeVisible();
  await page.getByRole('button', { name: 'Deliver…' }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'Deliver agent' })).toBeInViewport({ ratio: 1 });
  await expect.element(submit).toBeInViewport({ ratio: 1 });
});

test('delivers what was tried, as it was changed during the acceptance test', async () => {
  const { service } = await renderDialog({ ...sampleRequest, build_agent_id: 'agt_1' });
  await expect.element(greeting).toHaveValue('Ahoy, tried and changed.');
  await submit.click();
  await expect
    .poll(() => service.listRequests(appRoutes.deliverAgentRequest)[0]?.json)
    .toMatchObject({ name: 'Berth reminders', greeting: 'Ahoy, tried and changed.', voice: 'kal16' });
});
