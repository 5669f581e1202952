import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispositions } from '../../shared/calls/dispositions.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { doNotCallDispositions } from '../../shared/calls/do-not-call.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

const add = (recipient_number: string, reason = '') =>
  service.v1(v1Routes.addDoNotCallEntry, { json: { recipient_number, reason } });
const find = async (number: string) => (await service.v1(v1Routes.listDoNotCallEntries, { query: { number } })).data[0];
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error : Promise.reject(error)),
  );
const details = (call_id: string) => service.app(appRoutes.getCallDetails, { params: { call_id } });

test('a call to a listed number is refused with its entry, from the window and over the API', async () => {
  const { added_at } = await add('+1 (555) 200-0001', 'Asked by letter');
  const since = `+15552000001 has been on the do-not-call list since ${added_at.slice(0, 10)} (Asked by letter).`;
  const json = { agent_id: service.agentId, recipient_number: '+15552000001' };
  for (const place of [
    () => service.app(appRoutes.placeSimulatedCall, { json: { ...json, mode: 'practice' } }),
    () => service.v1(v1Routes.placeCall, { json }),
  ]) {
    const problem = await problemOf(place());
    expect(problem).toMatchObject({ code: 'do_not_call', status: 422 });
    expect(problem?.message).toContain(since);
    expect(problem?.errors[0]?.pointer).toBe('/recipient_number');
  }
  const { headers } = await createTestApiKey(service, 'admin');
  const response = await service.send('/v1/calls/outbound', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });
  expect([response.status, (await response.json()).code]).toEqual([422, 'do_not_call']);
  const query = { result: 'refused', limit: 3 } as const;
  const { data } = await service.v1(v1Routes.listActivity, { query });
  expect(data.map(({ summary }) => summary.replace(/ from .* to /, ' to '))).toEqual([
    'Tried to place call to +15552000001',
    'Tried to place call to +15552000001',
    'Tried to start practice call to +15552000001',
  ]);
});

test('queued calls to a number are canceled with the reason when it is added or imported, others are not', async () => {
  // All slots for calls in real time are taken, so the next ones stay queued.
  const live = await Promise.all(
    Array.from({ length: 8 }, () => service.placeSimulatedCall({ persona: 'no_answer', speed: 'real_time' })),
  );
  const place = (recipient_number: string) => service.placeSimulatedCall({ recipient_number, speed: 'real_time' });
  const [added, imported] = [await place('+15552000002'), await place('+15552000011')];
  const other = await place('+15552000003');
  await add('+15552000002', 'Moved abroad');
  await service.v1(v1Routes.importDoNotCallEntries, { json: { csv: '+15552000011,Moved away' } });
  for (const [call_id, reason] of [
    [added, /^The call was canceled\. \+15552000002 has been on .* \(Moved abroad\)\.$/],
    [imported, /^The call was canceled\. \+15552000011 has been on .* \(Moved away\)\.$/],
  ] as const) {
    const call = await details(call_id);
    expect(call.status).toBe('canceled');
    expect(call.reason).toMatch(reason);
  }
  expect((await details(other)).status).toBe('queued');
  for (const call_id of [other, ...live]) await service.v1(v1Routes.cancelCall, { params: { call_id } });
});

test('a recipient who asks not to be called again is on the list with the call', async () => {
  expect(Object.values(dispositions)).toEqual(expect.arrayContaining(Object.keys(doNotCallDispositions)));
  const recipient_number = '+15552000004';
  const call_id = await service.placeSimulatedCall({ recipient_number, mode: 'practice' });
  await waitForTurns(service.v1, call_id, 1);
  await service.app(appRoutes.sendTurn, { params: { call_id }, json: { text: 'Stop calling me.' } });
  await waitForCall(service.v1, call_id);
  expect(await find(recipient_number)).toMatchObject({
    source: 'call',
    call_id,
    reason: 'Asked not to be called again',
  });
  expect((await problemOf(service.placeSimulatedCall({ recipient_number })))?.code).toBe('do_not_call');
});

test('an Admin can call a listed number with a reason, which the activity keeps; a Manager cannot', async () => {
  const recipient_number = '+15552000005';
  await add(recipient_number);
  const place = () =>
    service.placeSimulatedCall({ recipient_number, persona: 'no_answer', do_not_call_override: 'Asked us to call' });
  await service.app(appRoutes.changeRole, { json: { role: 'manager' } });
  expect((await problemOf(place()))?.code).toBe('forbidden');
  await service.app(appRoutes.changeRole, { json: { role: 'admin' } });
  const call_id = await place();
  expect((await waitForCall(service.v1, call_id)).status).toBe('no_answer');
  const { data } = await service.v1(v1Routes.listActivity, { query: { operation: 'placeSimulatedCall' } });
  expect(data.find(({ subject_id }) => subject_id === call_id)?.summary).toContain('“Asked us to call”');
});

test('a removed number can be called, and adding it again keeps one entry', async () => {
  const { entry_id } = await add('+15552000006', 'First');
  expect((await add('+15552000006', 'Second')).reason).toBe('First');
  await service.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
  expect(await find('+15552000006')).toBeUndefined();
  expect((await problemOf(service.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } })))?.status).toBe(404);
  await waitForCall(
    service.v1,
    await service.placeSimulatedCall({ recipient_number: '+15552000006', persona: 'no_answer' }),
  );
});

test('a number is found by a query with an unescaped plus', async () => {
  await add('+15552000009');
  const response = await service.send('/v1/do-not-call?number=+1%20555%20200%200009', {}, 'window');
  expect(await response.json()).toMatchObject({ total: 1, data: [{ recipient_number: '+15552000009' }] });
});

test('a number with an extension is refused, because its entry would not stop calls', async () => {
  for (const number of ['+1 555 200 0008 (12)', '+1 555 200 0008 ext. 12'])
    expect(await problemOf(add(number))).toMatchObject({ code: 'recipient_number_invalid', status: 422 });
  expect((await add('+155520000081234')).recipient_number, 'E.164 is taken as it is').toBe('+155520000081234');
});

test('an import adds the valid rows and names the others; the preview changes nothing', async () => {
  const csv =
    'Number,Reason\r\n+1 555 200 0007,"Moved, twice"\n\n0049 30 1234567,\n555,x\n+15552000007,again\n+15552000001,';
  const preview = await service.v1(v1Routes.previewDoNotCallImport, { json: { csv } });
  expect(preview).toMatchObject({ added: 2, already_listed: 2, invalid: 1, errors: [{ row: 5, value: '555' }] });
  expect(await find('+15552000007')).toBeUndefined();
  expect(await service.v1(v1Routes.importDoNotCallEntries, { json: { csv } })).toEqual(preview);
  expect(await find('+15552000007')).toMatchObject({ reason: 'Moved, twice', source: 'import' });
  expect(await find('+49301234567')).toBeDefined();
});

test('an exported list can be imported', async () => {
  const csv = await (await service.send('/v1/do-not-call/export', {}, 'window')).text();
  const { total } = await service.v1(v1Routes.listDoNotCallEntries, {});
  expect(await service.v1(v1Routes.previewDoNotCallImport, { json: { csv } })).toMatchObject({
    added: 0,
    already_listed: total,
    invalid: 0,
  });
});

test('an exported reason that a spreadsheet would run is imported as it was', async () => {
  const { entry_id } = await service.v1(v1Routes.addDoNotCallEntry, {
    json: { recipient_number: '+15552000071', reason: '- asked by email' },
  });
  const csv = await (await service.send('/v1/do-not-call/export', {}, 'window')).text();
  expect(csv).toContain("'- asked by email");
  await service.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
  await service.v1(v1Routes.importDoNotCallEntries, { json: { csv } });
  expect(await find('+15552000071')).toMatchObject({ reason: '- asked by email' });
});
