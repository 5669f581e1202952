import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

const place = (recipient_number: string) =>
  service.v1(v1Routes.placeCall, { json: { agent_id: service.agentId, recipient_number } });
const add = (recipient_number: string) =>
  service.v1(v1Routes.addDoNotCallEntry, { json: { recipient_number, reason: '' } });
const importRows = (rows: readonly string[]) =>
  service.v1(v1Routes.importDoNotCallEntries, { json: { csv: rows.join('\r\n') } });
const listed = { code: 'do_not_call' };

describe('a number that is written with a trunk prefix', () => {
  test.each([
    ['+33 (0)1 99 00 12 34', '+33199001234', '+330199001234'],
    ['+44 (0)20 7946 0018', '+442079460018', '+4402079460018'],
    ['\u202a+49 (0)30 90182011\u202c', '+493090182011', '+4903090182011'],
    ['0041 (0)44 668 18 00', '+41446681800', '+410446681800'],
    ['+34 (0)91 123 4567', '+34911234567', '+340911234567'],
    ['+39 06 1234 5678', '+390612345678', '+390612345678'],
  ])('cannot be called once it is listed, in either form: %s', async (typed, number, other) => {
    expect((await add(typed)).recipient_number).toBe(number);
    await expect(place(number)).rejects.toMatchObject(listed);
    await expect(place(other)).rejects.toMatchObject(listed);
    for (const query of [{ number }, { number: other }, { number: typed }])
      expect((await service.v1(v1Routes.listDoNotCallEntries, { query })).data).toHaveLength(1);
    const { total } = await service.v1(v1Routes.listDoNotCallEntries, {});
    const { entry_id } = await add(other);
    expect(await service.v1(v1Routes.listDoNotCallEntries, {})).toMatchObject({ total });
    await service.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
    await expect(place(other)).resolves.toMatchObject({ status: 'queued' });
  });

  test('is imported as the number without it, and once', async () => {
    const rows = [
      'Number,Reason',
      '+44 (0)20 7946 0100,Asked to stop',
      '"+44 (0) 20 7946 0100",',
      '+442079460100,',
      '0049 (0)30 90182100,x',
    ];
    expect(await importRows(rows)).toMatchObject({ added: 2, already_listed: 2, invalid: 0 });
    await expect(place('+442079460100')).rejects.toMatchObject(listed);
    await expect(place('+493090182100')).rejects.toMatchObject(listed);
    expect(await importRows(['+4402079460100'])).toMatchObject({ added: 0, already_listed: 1 });
  });

  test('is imported with invisible marks around it', async () => {
    const rows = [
      '\u202a+1 415 555 0170\u202c',
      '\u202d+1 (415) 555-0171\u202c',
      '\u2068+1 415-555-0172\u2069',
      '\u200e+1\u00a0415\u2011555\u20110173',
      '＋１４１５５５５０１７４',
      "\u200e'+14155550175",
    ];
    expect(await importRows(rows)).toMatchObject({ added: rows.length, invalid: 0 });
    await expect(place('+14155550175')).rejects.toMatchObject(listed);
  });

  test('is called without it, which the response says, and counts as the same number', async () => {
    const { call_id, message } = await place('+4402079460300');
    expect(message).toMatch(/is calling \+442079460300\. .* The trunk prefix of \+4402079460300 was removed\.$/);
    const details = await service.app(appRoutes.getCallDetails, { params: { call_id } });
    expect(details.recipient_number).toBe('+442079460300');
    const json = { agent_id: service.agentId, recipient_number: '+442079460300', mode: 'simulated' } as const;
    await expect(service.app(appRoutes.placeSimulatedCall, { json })).rejects.toMatchObject({ code: 'duplicate_call' });
  });

  test('is found by every form of its digits', async () => {
    const { call_id } = await place('+442079460400');
    for (const number of ['442079460400', '4402079460400', '00442079460400', '02079460400', '44020794604', '9460400']) {
      const { data } = await service.app(appRoutes.listCallRecords, { query: { number } });
      expect(
        data.map((call) => call.call_id),
        number,
      ).toContain(call_id);
    }
  });
});

test.each([
  ['+5491166773399', '+541166773399'],
  ['+541166773388', '+5491166773388'],
  ['+551187654321', '+5511987654321'],
  ['+5511987654322', '+551187654322'],
  ['+14155550177', '+1415555017712'],
])('another number of the subscriber of %s cannot be called either: %s', async (number, other) => {
  const { entry_id } = await add(number);
  await expect(place(other)).rejects.toMatchObject(listed);
  expect(await importRows([other])).toMatchObject({ added: 0, already_listed: 1 });
  await service.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
  await expect(place(other)).resolves.toMatchObject({ status: 'queued' });
});

test('the response names what is unusual about a number', async () => {
  expect((await place('+999123456789')).message).toMatch(/ Check the number: unknown country code\.$/);
  expect((await place('+4412345678901')).message).toMatch(/ Check the number: unusual length for this country\.$/);
  expect((await place('+442079460500')).message).toMatch(/no real call is placed\.$/);
});

test.each(['+44 (0)20 7946 0018', '\u202a+442079460018', '＋442079460018', '00442079460018', '+04402079460018'])(
  'a request must have a number in E.164: %j',
  async (recipient_number) => {
    await expect(place(recipient_number)).rejects.toMatchObject({ code: 'recipient_number_invalid', status: 422 });
  },
);
