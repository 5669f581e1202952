import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from '../shared-work/team.ts';

const capabilities = { request_list: true, acceptance: true };

let team: Team;
let remoteId: string;
beforeAll(async () => {
  team = await startTeam();
  const { app, v1 } = team.remote;
  const json = { name: 'Collections', objective: 'Remind customers of open invoices. Offer a payment plan.' };
  remoteId = (await v1(v1Routes.submitAgentRequest, { json })).request_id;
  for (const to of ['in_development', 'uat'] as const)
    await app(appRoutes.moveAgentRequest, { params: { request_id: remoteId }, json: { to } });
});
afterAll(() => team.stop());

const findRequestId = async ({ app }: LinkedWorkspace) =>
  (await app(appRoutes.listAgentRequestRecords, {})).data[0]?.request_id ?? '';

test('the acceptance test of a remote that lists the routes is decided there, by the member', async () => {
  const linked = await team.link(capabilities);
  const request_id = await findRequestId(linked);
  const headers = { etag: '' };
  const readHeaders = (received: Headers) => void (headers.etag = received.get('ETag') ?? '');
  const { points } = await linked.v1(v1Routes.getAcceptance, { params: { request_id }, readHeaders });
  expect(points.map(({ text, decision }) => [text, decision])).toEqual([
    ['Remind customers of open invoices', null],
    ['Offer a payment plan', null],
  ]);
  const decide = (position: number, ifMatch: string) =>
    linked.v1(v1Routes.decideAcceptancePoint, {
      params: { request_id, position },
      json: { decision: 'rejected', reason: 'It asked twice.' },
      headers: { 'If-Match': ifMatch },
    });
  const decided = await decide(1, headers.etag);
  expect(decided).toMatchObject({ request_id, points: [{}, { decision: 'rejected', reason: 'It asked twice.' }] });
  const there = await team.remote.v1(v1Routes.getAcceptance, { params: { request_id: remoteId } });
  expect(there).toEqual({ ...decided, request_id: remoteId });
  expect(there.points[1]?.author).toMatchObject({ name: 'Ada' });
  await expect(decide(0, headers.etag), 'it was changed since').rejects.toMatchObject({ code: 'precondition_failed' });
  await expect(decide(2, '*')).rejects.toMatchObject({ code: 'not_found' });
  const { data } = await linked.v1(v1Routes.listActivity, { query: { operation: 'decideAcceptancePoint' } });
  expect(data.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/point 2/));
});

test('a remote that does not list the routes decides itself', async () => {
  const linked = await team.link({ request_list: true });
  const params = { request_id: await findRequestId(linked), position: 0 };
  const decide = linked.v1(v1Routes.decideAcceptancePoint, { params, json: { decision: 'accepted' } });
  await expect(decide).rejects.toMatchObject({ code: 'console_unavailable' });
});

test('says why nothing is decided while the remote cannot be reached', async () => {
  const linked = await team.link(capabilities);
  const params = { request_id: await findRequestId(linked) };
  await team.network.close();
  await expect(linked.v1(v1Routes.getAcceptance, { params })).rejects.toMatchObject({ code: 'remote_failed' });
});
