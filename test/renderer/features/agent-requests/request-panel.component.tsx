import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RequestPanel } from '../../../../renderer/features/agent-requests/request-panel.tsx';
import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { noCapabilities, type Capabilities, type Connection } from '../../../../shared/workspaces/connection.ts';
import { createSampleAcceptance } from '../../../helpers/components/sample-acceptance.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';

const acceptanceTest = page.getByRole('region', { name: 'Acceptance test' });
const tryBuild = page.getByRole('button', { name: 'Try the build' });
const at = '2026-03-12T10:00:00.000Z';

type Options = NonNullable<Parameters<typeof renderInWindow>[1]>;

async function renderPanel(
  request: AgentRequestRecord,
  options: Options = {},
  prepare: (service: FakeService) => void = () => {},
) {
  const service = startFakeService();
  prepare(service);
  service.answer(v1Routes.getAcceptance, () => createSampleAcceptance());
  await renderInWindow(<RequestPanel request={request} onClose={vi.fn()} />, { path: '/agents', ...options });
  return service;
}

test('a request in UAT has its acceptance test, and opens the editor of its build to try it', async () => {
  await renderPanel({ ...sampleRequest, build_agent_id: 'agt_1' });
  await expect.element(acceptanceTest.getByRole('checkbox', { name: 'Offer a payment plan' })).toBeVisible();
  await tryBuild.click();
  await expect.element(page.getByRole('heading', { name: '/agents/agt_1?tab=try' })).toBeVisible();
});

test('a request before UAT has no acceptance test', async () => {
  const service = await renderPanel({ ...sampleRequest, status: 'in_development' });
  await expect.element(page.getByRole('button', { name: 'Move to UAT' })).toBeVisible();
  await expect.element(acceptanceTest).not.toBeInTheDocument();
  expect(service.listRequests(v1Routes.getAcceptance)).toEqual([]);
});

const connection: Connection = {
  base_url: 'https://voice.example/v1',
  org_id: 'org_remote',
  key_header: 'Authorization',
  allow_http: false,
  certificate_sha256: null,
  key_hint: null,
  role: 'admin',
  capabilities: noCapabilities,
  checked_at: null,
};

/** Answers with the remote’s capabilities. */
function answerConnection(service: FakeService, capabilities: Partial<Capabilities>) {
  service.answer(appRoutes.getConnection, () => ({
    connection: { ...connection, capabilities: { ...noCapabilities, ...capabilities } },
  }));
}

test('in a linked workspace, the acceptance test of a remote that lists the routes is decided here', async () => {
  await renderPanel(sampleRequest, { workspace: { kind: 'linked' } }, (service) =>
    answerConnection(service, { acceptance: true }),
  );
  await expect.element(acceptanceTest.getByRole('checkbox', { name: 'Offer a payment plan' })).toBeVisible();
  await expect.element(tryBuild).not.toBeInTheDocument();
});

test('in a linked workspace, the acceptance test is on the remote if it does not list the routes', async () => {
  const service = await renderPanel(sampleRequest, { workspace: { kind: 'linked' } }, (one) =>
    answerConnection(one, {}),
  );
  await expect.element(acceptanceTest).toMatchTextContent(/the agent is tried and accepted there\.$/);
  await expect.element(acceptanceTest.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(tryBuild).not.toBeInTheDocument();
  expect(service.listRequests(v1Routes.getAcceptance)).toEqual([]);
});

test('the timeline names the member who moved the request, and what was tried before delivery', async () => {
  const status = { kind: 'status' as const, at, by_remote: false };
  await renderPanel({
    ...sampleRequest,
    status: 'delivered',
    agent_id: 'agt_1',
    events: [
      { ...status, status: 'pending_review', reason: null, actor_name: null },
      { ...status, status: 'delivered', reason: 'Not tried in a call.', actor_name: 'ada@harbour.example' },
    ],
  });
  const entries = page.getByRole('listitem').filter({ hasText: /Submitted for review|Not tried/ });
  await expect
    .element(entries.first())
    .toMatchTextContent(/^DeliveredNot tried in a call\..* by ada@harbour\.example$/);
  await expect.element(entries.nth(1)).toMatchTextContent(/^Submitted for review.* in this window$/);
});
