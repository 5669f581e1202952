import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../../helpers/service/start-call-service.ts';

describe('a number that cannot be kept exactly', () => {
  let service: CallService;
  beforeAll(async () => {
    service = await startCallService();
  });
  afterAll(() => service.stop());

  const post = async (path: string, body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await service.send(path, { method: 'POST', headers, body }, 'window');
    return { status: response.status, problem: await response.json() };
  };
  const call = (metadata: string) =>
    `{"agent_id":"${service.agentId}","recipient_number":"+15550100","mode":"simulated","metadata":${metadata}}`;

  test.each([
    ['8471920365518273649', '8471920365518273649'],
    ['1e400', '1e400'],
    ['-9007199254740993', '-9007199254740993'],
  ])('is refused in the metadata of a call, with a pointer and what to do: %s', async (number, text) => {
    for (const path of ['/v1/calls/outbound', '/app/simulated-calls']) {
      const { status, problem } = await post(path, call(`{"lead":{"id":[${number}]}}`));
      expect(status, path).toBe(400);
      const detail = `${number} cannot be kept exactly as a number. Send it as text: "${text}".`;
      expect(problem).toMatchObject({ code: 'malformed', detail: `The body is invalid: ${detail}` });
      expect(problem.errors).toEqual([{ pointer: '/metadata/lead/id/0', detail }]);
    }
    expect((await service.app(appRoutes.listCallRecords, { query: {} })).total).toBe(0);
  });

  test('is refused in a template of metadata', async () => {
    const body = '{"kind":"metadata_template","name":"CRM","value":{"metadata":{"lead_id":8471920365518273649}}}';
    const { status, problem } = await post('/v1/saved-items', body);
    expect([status, problem.errors[0].pointer]).toEqual([400, '/value/metadata/lead_id']);
  });

  test('is kept as text, and other numbers are kept as they are', async () => {
    const metadata = '{"lead_id":"8471920365518273649","largest":9007199254740991,"ratio":0.1,"size":1.5e300}';
    const { status, problem: accepted } = await post('/v1/calls/outbound', call(metadata));
    expect(status).toBe(202);
    const details = await service.app(appRoutes.getCallDetails, { params: { call_id: accepted.call_id } });
    expect(details.metadata).toEqual(JSON.parse(metadata));
  });
});
