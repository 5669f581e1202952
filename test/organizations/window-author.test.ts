import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

const email = 'ada@harbour.example';

let service: CallService;
let call_id: string;
beforeAll(async () => {
  service = await startCallService();
  call_id = await service.placeSimulatedCall({ persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  await service.app(appRoutes.addWindowMember, { json: { email } });
});
afterAll(() => service.stop());

const named = expect.objectContaining({ name: email });

test('notes, reviews and corrections of the window name the member who uses it', async () => {
  const { v1 } = service;
  const params = { call_id };
  const note = await v1(v1Routes.createNote, { params, json: { at_seconds: 1, text: 'Ask again' } });
  expect(note.author).toEqual(named);
  const review = await v1(v1Routes.updateCallReview, { params, json: { add_tags: ['Later'] } });
  expect(review.set_by).toEqual([expect.objectContaining({ field: 'tag', by: named })]);
  const outcome = await v1(v1Routes.correctCallOutcome, { params, json: { disposition: 'Interested' } });
  expect(outcome.corrections).toEqual([expect.objectContaining({ new_value: 'Interested', by: named })]);
});

test('versions of agents, build requests and their acceptance tests name the member, and so does the activity', async () => {
  const { app, v1 } = service;
  const params = { agent_id: service.agentId };
  const { definition } = await v1(v1Routes.getAgent, { params });
  if (!definition) throw new Error('The agent is not published.');
  await v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...definition, objective: 'Ask for a date' } } });
  await v1(v1Routes.publishAgentVersion, { params, json: {} });
  expect((await v1(v1Routes.listAgentVersions, { params, query: {} })).data[0]?.author).toEqual(named);
  const json = { name: 'Collections', objective: 'Remind customers of open invoices' };
  const { request_id } = await v1(v1Routes.submitAgentRequest, { json });
  for (const to of ['in_development', 'uat'] as const)
    await app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  const [request] = (await app(appRoutes.listAgentRequestRecords, {})).data;
  expect(request?.events.map(({ actor_name }) => actor_name)).toEqual([email, email, email]);
  const { points } = await v1(v1Routes.decideAcceptancePoint, {
    params: { request_id, position: 0 },
    json: { decision: 'accepted' },
  });
  expect(points[0]?.author).toEqual(named);
  const { data } = await v1(v1Routes.listActivity, { query: { operation: 'decideAcceptancePoint' } });
  expect(data[0]?.actor_name).toBe(email);
});
