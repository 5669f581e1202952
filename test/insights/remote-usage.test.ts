import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { insertTurn } from '../../electron/service/features/calls/turn-queries.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { useWorkspaceDatabase } from '../helpers/service/test-database.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { startTeam, type Team } from '../shared-work/team.ts';

let team: Team;
let remoteId: string;
beforeAll(async () => {
  team = await startTeam();
  const { v1 } = team.remote;
  remoteId = (await uploadAndWait(v1, 'Hours', 'The shop opens at nine in the morning.')).document_id;
  const { workspace } = await team.remote.app(appRoutes.getSession, {});
  useWorkspaceDatabase(join(team.remote.dataDir, 'workspaces', workspace?.workspace_id ?? ''), (db) => {
    const call = db.get<{ readonly id: number }>('SELECT id FROM call')?.id ?? 0;
    const citations = [{ document_id: remoteId, title: 'Hours', page: 1, version: 1, chunkPosition: 0 }];
    insertTurn(db, call, 2, { speaker: 'agent', text: 'At nine.', startSeconds: 12.5, endSeconds: 15, citations });
  });
});
afterAll(() => team.stop());

const read = async (linked: LinkedWorkspace) => {
  const found = (await linked.listDocuments()).find(({ remote }) => remote?.id === remoteId);
  return linked.v1(v1Routes.getDocumentUsage, { params: { document_id: found?.document_id ?? '' } });
};

test('a linked workspace shows what uses a document on its remote, with its own IDs', async () => {
  const linked = await team.link({ document_list: true, agent_list: true, document_usage: true });
  const there = await team.remote.v1(v1Routes.getDocumentUsage, { params: { document_id: remoteId } });
  const [agent] = (await linked.app(appRoutes.listAgentRecords, {})).data;
  const here = await read(linked);
  expect([there.agent_count, there.calls, there.latest_calls.length]).toEqual([1, 1, 1]);
  expect(here).toMatchObject({ agent_count: there.agent_count, citations: there.citations, calls: there.calls });
  expect(here.agents).toEqual(there.agents.map((one) => ({ ...one, agent_id: agent?.agent_id })));
  const calls = (await linked.app(appRoutes.listCallRecords, {})).data;
  expect(here.latest_calls.map(({ call_id }) => calls.find((call) => call.call_id === call_id)?.remote?.id)).toEqual(
    there.latest_calls.map(({ call_id }) => call_id),
  );
});

test('agents and calls that are not known here are counted, but not listed', async () => {
  const capabilities = { call_list: false, shared_work: false, document_list: true, document_usage: true };
  const linked = await team.link(capabilities);
  expect(await read(linked)).toMatchObject({ agents: [], agent_count: 1, calls: 1, latest_calls: [] });
});

test('a remote that does not list the route, has lost the document or cannot be reached is named as the reason', async () => {
  const without = await team.link({ document_list: true });
  await expect(read(without)).rejects.toMatchObject({
    code: 'not_available_on_remote',
    message: 'The remote does not report which agents and calls use a document.',
  });
  const linked = await team.link({ document_list: true, document_usage: true });
  await team.remote.v1(v1Routes.deleteDocument, { params: { document_id: remoteId } });
  await expect(read(linked)).rejects.toMatchObject({ message: 'The remote does not have this document.' });
  await team.network.close();
  await expect(read(linked)).rejects.toMatchObject({ code: 'remote_failed' });
});
