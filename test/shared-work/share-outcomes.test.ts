import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { OutcomeCorrection } from '../../shared/calls/call-outcomes.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { startTeam, type Team } from './team.ts';

let team: Team;
let ada: LinkedWorkspace;
let bob: LinkedWorkspace;
let remoteId: string;
beforeEach(async () => {
  team = await startTeam();
  const agent_id = (await team.remote.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  remoteId = await team.remote.placeSimulatedCall({ persona: 'wrong_person', agent_id });
  await waitForCall(team.remote.v1, remoteId);
  [ada, bob] = [await team.link({ outcomes: true }), await team.link({ outcomes: true })];
});
afterEach(() => team.stop());

async function find({ app }: LinkedWorkspace) {
  const { data } = await app(appRoutes.listCallRecords, {});
  return data.find(({ remote }) => remote?.id === remoteId) ?? expect.fail('The call was not fetched.');
}

async function read(linked: LinkedWorkspace) {
  const { call_id } = await find(linked);
  const { call_id: _, ...outcome } = await linked.v1(v1Routes.getCallOutcome, { params: { call_id } });
  return outcome;
}

async function correct(linked: LinkedWorkspace, json: OutcomeCorrection) {
  const { call_id } = await find(linked);
  await linked.v1(v1Routes.correctCallOutcome, { params: { call_id }, json });
}

test('a correction that was made offline arrives at the others, with its author and the old value', async () => {
  await team.settle(ada, bob);
  team.network.setOnline(false);
  await correct(ada, { disposition: 'Interested' });
  expect(await find(ada), 'it counts at once').toMatchObject({ disposition: 'Interested', is_success: true });
  team.network.setOnline(true);
  await team.settle(ada, bob);
  const expected = {
    disposition: 'Interested',
    is_success: true,
    corrections: [{ field: null, old_value: 'Wrong person', new_value: 'Interested', by: { name: 'Ada' } }],
  };
  const remote = await team.remote.v1(v1Routes.getCallOutcome, { params: { call_id: remoteId } });
  expect(remote).toMatchObject(expected);
  expect(await read(bob)).toMatchObject(expected);
  expect(await find(bob)).toMatchObject({ disposition: 'Interested', is_success: true });
  await correct(bob, { disposition: 'Confirmed' });
  await team.settle(bob, ada);
  expect(await read(ada)).toEqual(await read(bob));
  expect((await read(ada)).corrections).toMatchObject([{ new_value: 'Interested' }, { by: { name: 'Bob' } }]);
});

test('a correction to “Do not call again” lists the number for the member who makes it and for the others', async () => {
  await team.settle(ada, bob);
  await correct(ada, { disposition: 'Do not call again' });
  await team.settle(ada, bob);
  for (const linked of [ada, bob]) {
    const { call_id, recipient_number } = await find(linked);
    const { data } = await linked.v1(v1Routes.listDoNotCallEntries, {});
    expect(data).toMatchObject([{ recipient_number, call_id, source: 'call' }]);
  }
  expect((await team.remote.v1(v1Routes.listDoNotCallEntries, {})).data).toMatchObject([{ call_id: remoteId }]);
});

test('corrections of two members are kept in the order in which the remote received them', async () => {
  await team.settle(ada, bob);
  team.network.setOnline(false);
  await correct(ada, { disposition: 'Interested' });
  await correct(bob, { disposition: 'Confirmed' });
  team.network.setOnline(true);
  await team.settle(bob, ada, bob);
  expect(await read(ada)).toEqual(await read(bob));
  expect((await read(ada)).corrections).toMatchObject([
    { old_value: 'Wrong person', new_value: 'Confirmed' },
    { old_value: 'Confirmed', new_value: 'Interested' },
  ]);
});

test('a correction of a call stays here if the remote does not have the routes', async () => {
  const cem = await team.link({ outcomes: false });
  await correct(cem, { disposition: 'Interested' });
  await team.settle(cem);
  expect(await find(cem), 'the refresh keeps it').toMatchObject({ disposition: 'Interested', is_success: true });
  const remote = await team.remote.v1(v1Routes.getCallOutcome, { params: { call_id: remoteId } });
  expect(remote.disposition).toBe('Wrong person');
});

test('a correction that the remote refuses is taken back when it is canceled', async () => {
  await team.settle(ada);
  team.network.setOnline(false);
  await correct(ada, { disposition: 'Interested' });
  await correct(ada, { disposition: 'Confirmed' });
  const { data } = await ada.app(appRoutes.listOutboxItems, {});
  expect(data.map(({ kind }) => kind)).toEqual(['correct_outcome', 'correct_outcome']);
  // An attempt to send one of them can be running.
  for (const { item_id } of data) await waitFor(() => ada.app(appRoutes.cancelOutboxItem, { params: { item_id } }));
  expect(await read(ada)).toMatchObject({ disposition: 'Wrong person', is_success: false, corrections: [] });
  team.network.setOnline(true);
  await team.settle(ada);
  expect(await find(ada)).toMatchObject({ disposition: 'Wrong person' });
});

test('a follow-up that one member finishes offline is done for the others', async () => {
  const [cem, dee] = [
    await team.link({ outcomes: true, follow_ups: true }),
    await team.link({ outcomes: true, follow_ups: true }),
  ];
  await correct(cem, { disposition: 'Callback requested' });
  await team.settle(cem, dee);
  const list = async (linked: LinkedWorkspace) => {
    const { call_id } = await find(linked);
    return (await linked.v1(v1Routes.listFollowUps, { query: { call_id } })).data;
  };
  expect(await list(dee)).toMatchObject([{ follow_up: 'outcome', state: 'open', changed_by: null }]);
  team.network.setOnline(false);
  const { call_id } = await find(dee);
  await dee.v1(v1Routes.updateFollowUp, { params: { call_id, follow_up: 'outcome' }, json: { is_done: true } });
  team.network.setOnline(true);
  await team.settle(dee, cem);
  expect(await list(cem)).toMatchObject([{ state: 'done', changed_by: { name: expect.any(String) } }]);
  expect((await list(cem))[0]?.done_at).toBe((await list(dee))[0]?.done_at);
});
