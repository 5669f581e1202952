import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

const problem = (code: string) => expect.objectContaining({ code });
const objective = 'Remind customers of open invoices. Offer a payment plan, then note the date of the payment.';

async function submit(): Promise<string> {
  const json = { name: 'Collections', objective };
  return (await service.v1(v1Routes.submitAgentRequest, { json })).request_id;
}

async function submitToUat(): Promise<string> {
  const request_id = await submit();
  for (const to of ['in_development', 'uat'] as const)
    await service.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  return request_id;
}

const findRecord = async (request_id: string) => {
  const { data } = await service.app(appRoutes.listAgentRequestRecords, {});
  const record = data.find((one) => one.request_id === request_id);
  if (!record) throw new Error('The request is not in the list.');
  return record;
};

const delivery = {
  name: 'Collections',
  objective,
  greeting: 'Hello {first_name}, this is Acme.',
  voice: 'kal16',
} as const;
const tryBuild = (request_id: string) =>
  service.app(appRoutes.placeSimulatedCall, {
    json: { request_id, recipient_number: '+15557000002', persona: 'voicemail' },
  });

test('a build request gets an agent that can be changed and tried when its acceptance test starts', async () => {
  const early = await submit();
  expect((await findRecord(early)).build_agent_id).toBeNull();
  await expect(tryBuild(early)).rejects.toEqual(problem('request_not_in_uat'));
  await expect(tryBuild('abr_0')).rejects.toEqual(problem('request_not_found'));

  const request_id = await submitToUat();
  const params = { agent_id: (await findRecord(request_id)).build_agent_id ?? '' };
  const { data: agents } = await service.app(appRoutes.listAgentRecords, {});
  expect(agents.map(({ name }) => name)).not.toContain('Collections');
  const build = await service.v1(v1Routes.getAgent, { params });
  expect(build).toMatchObject({ name: 'Collections', status: 'uat', published_version: 0, definition: null });
  expect(build.draft?.definition).toMatchObject({ objective, greeting: expect.stringContaining('Collections') });
  const definition = { ...delivery, must_never_say: ['late fee'] };
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition } });

  await expect(service.v1(v1Routes.publishAgentVersion, { params, json: {} })).rejects.toEqual(
    problem('agent_not_found'),
  );
  const json = { agent_id: params.agent_id, recipient_number: '+15557000003' };
  await expect(service.v1(v1Routes.placeCall, { json })).rejects.toEqual(problem('agent_unknown'));
  const { call_id } = await tryBuild(request_id);
  expect(await waitForCall(service.v1, call_id)).toMatchObject({ status: 'completed', agent_version: null });
  expect(await service.app(appRoutes.getCallDetails, { params: { call_id } })).toMatchObject({
    agent_name: 'Collections',
    trial: true,
    tried: { request_id, draft_revision: 2 },
  });

  await service.app(appRoutes.deliverAgentRequest, { params: { request_id }, json: delivery });
  const delivered = await findRecord(request_id);
  expect(delivered.agent_id).toBe(params.agent_id);
  const agent = await service.v1(v1Routes.getAgent, { params });
  expect(agent).toMatchObject({ status: 'active', published_version: 1, draft: null });
  expect(agent.definition).toMatchObject({ must_never_say: ['late fee'], greeting: delivery.greeting });
  expect(await service.v1(v1Routes.listAgentVersions, { params, query: {} })).toMatchObject({ data: [{ version: 1 }] });
});

test('the points of the objective are accepted or rejected with a reason, and delivery says what was tried', async () => {
  const request_id = await submitToUat();
  const decide = (position: number, json: object) =>
    service.v1(v1Routes.decideAcceptancePoint, {
      params: { request_id, position },
      json: json as { decision: 'accepted' }, // also wrong input
    });
  const { points } = await service.v1(v1Routes.getAcceptance, { params: { request_id } });
  expect(points.map(({ text }) => text)).toEqual([
    'Remind customers of open invoices',
    'Offer a payment plan',
    'Note the date of the payment',
  ]);
  await decide(0, { decision: 'accepted' });
  await decide(1, { decision: 'accepted' });
  await expect(decide(2, { decision: 'rejected' })).rejects.toEqual(problem('malformed'));
  const rejected = await decide(2, { decision: 'rejected', reason: 'It asked twice.' });
  expect(rejected.points[2]).toMatchObject({ decision: 'rejected', reason: 'It asked twice.' });
  expect((await decide(1, { decision: null })).points[1]).toMatchObject({ decision: null, decided_at: null });
  await expect(decide(3, { decision: 'accepted' })).rejects.toEqual(problem('not_found'));
  await waitForCall(service.v1, (await tryBuild(request_id)).call_id);

  await service.app(appRoutes.deliverAgentRequest, { params: { request_id }, json: delivery });
  const { events } = await findRecord(request_id);
  expect(events.at(-1)).toMatchObject({
    status: 'delivered',
    reason: '1 trial call, 1 of 3 points accepted.\nRejected: “Note the date of the payment” (It asked twice.)',
  });
  const { data } = await service.v1(v1Routes.listActivity, { query: { operation: 'deliverAgentRequest' } });
  expect(data[0]?.summary).toBe('Delivered agent “Collections”: 1 trial call, 1 of 3 points accepted');
  await expect(decide(0, { decision: null })).rejects.toEqual(problem('request_not_in_uat'));
});

test('a delivery with an unfinished greeting changes nothing', async () => {
  const request_id = await submitToUat();
  const json = { ...delivery, greeting: 'Hello {first_name' };
  await expect(service.app(appRoutes.deliverAgentRequest, { params: { request_id }, json })).rejects.toEqual(
    problem('agent_definition_invalid'),
  );
  expect(await findRecord(request_id)).toMatchObject({ status: 'uat', agent_id: null });
});

test('a Viewer cannot read an agent in its acceptance test', async () => {
  const { build_agent_id } = await findRecord(await submitToUat());
  const statuses = await Promise.all(
    (['manager', 'viewer'] as const).map(async (role) => {
      const { secret } = await createTestApiKey(service, role);
      const headers = { Authorization: `Bearer ${secret}` };
      return (await service.send(`/v1/agents/${build_agent_id}`, { headers })).status;
    }),
  );
  expect(statuses).toEqual([200, 404]);
});
