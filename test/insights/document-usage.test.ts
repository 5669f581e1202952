import { afterAll, beforeAll, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

test('a document names the agents that may answer from it, by their documents and labels', async () => {
  const { v1, agentId: agent_id } = service;
  const { document_id } = await uploadAndWait(v1, 'Tides', 'The tide is high at four.');
  const params = { document_id };
  const readReason = async () => {
    const { agents } = await v1(v1Routes.getDocumentUsage, { params });
    return agents.find((agent) => agent.agent_id === agent_id)?.reason ?? 'none';
  };
  const publish = async (documents: { scope: 'all' | 'selected'; document_ids: string[]; labels: string[] }) => {
    const { definition } = await v1(v1Routes.getAgent, { params: { agent_id } });
    if (!definition) throw new Error('The agent has no definition.');
    const json = { definition: { ...definition, documents } };
    await v1(v1Routes.saveAgentDraft, { params: { agent_id }, json });
    await v1(v1Routes.publishAgentVersion, { params: { agent_id }, json: { note: '' } });
  };
  expect(await readReason()).toBe('all');
  await publish({ scope: 'selected', document_ids: [document_id], labels: [] });
  expect(await readReason()).toBe('document');
  await publish({ scope: 'selected', document_ids: [], labels: ['ÄRA', 'harbour'] });
  expect(await readReason()).toBe('none');
  await v1(v1Routes.updateDocument, { params, json: { add_labels: ['Ära'] } });
  expect(await readReason()).toBe('label');
  expect(await v1(v1Routes.getDocumentUsage, { params })).toMatchObject({
    citations: 0,
    calls: 0,
    latest_calls: [],
  });
});
