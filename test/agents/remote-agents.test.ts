import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';

let remote: JsonRemote;
let linked: LinkedWorkspace;

beforeEach(async () => {
  remote = await startJsonRemote();
  remote.answers.set('GET /organizations/org_remote', { id: 'org_remote' });
  list([agent('a2', 'Reminders', { placeholders: ['first_name', 'date', '{x}'] }), agent('../a1', 'Front desk')]);
  linked = await startLinkedWorkspace(remote, { agent_list: true });
  await linked.sync();
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const agent = (agent_id: string, name: string, fields: object = {}) => ({
  agent_id,
  name,
  objective: 'Call customers',
  status: 'active',
  ...fields,
});

const list = (data: unknown) => remote.answers.set('GET /agents', { data, next_cursor: null });
const readError = async () => (await linked.sync()).parts.find(({ name }) => name === 'agents')?.error;
const listAgents = async () => (await linked.app(appRoutes.listAgentRecords, {})).data;

test('has the remote’s agents, newest first, with local IDs and their placeholders', async () => {
  const agents = await listAgents();
  expect(agents.map(({ name, objective, placeholders }) => ({ name, objective, placeholders }))).toEqual([
    { name: 'Reminders', objective: 'Call customers', placeholders: ['first_name', 'date', 'x'] },
    { name: 'Front desk', objective: 'Call customers', placeholders: [] },
  ]);
  expect(agents.every(({ agent_id }) => /^agt_[0-9a-f]{24}$/.test(agent_id))).toBe(true);
});

test('follows changes, and archives an agent that the remote no longer lists', async () => {
  list([agent('a2', 'Renewals', { objective: 'Remind' })]);
  await linked.sync();
  expect((await listAgents()).map(({ name, status }) => [name, status])).toEqual([
    ['Renewals', 'active'],
    ['Front desk', 'archived'],
  ]);
});

test('shows no greeting, which only the remote has, and leaves archiving to the remote', async () => {
  const [first] = await listAgents();
  expect(first?.greeting).toBe('');
  const params = { agent_id: first?.agent_id ?? '' };
  await expect(linked.app(appRoutes.updateAgent, { params, json: { status: 'archived' } })).rejects.toMatchObject({
    code: 'not_available_on_remote',
  });
});

test('keeps an agent that cannot be read, and all if there is no list', async () => {
  list([agent('a2', 'Reminders', { name: {} })]);
  expect(await readError()).toBe(
    '1 agent in the remote’s list could not be read. The remote sent an unusable agent: the field “name” is not text.',
  );
  expect((await listAgents()).map(({ name, status }) => [name, status])).toEqual([
    ['Reminders', 'active'],
    ['Front desk', 'archived'],
  ]);
  list([agent('', 'Front desk'), agent('a9', 'New')]);
  await linked.sync();
  expect((await listAgents()).find(({ name }) => name === 'Reminders')?.status).toBe('active');
  remote.answers.set('GET /agents', 'garbage');
  expect(await readError()).toBe('The remote sent no list of agents.');
  expect(await listAgents()).toHaveLength(3);
  list([agent('a8', 'Theirs', { org_id: 'org_theirs' }), agent('a9', 'New')]);
  expect(await readError()).toBe(
    '1 agent in the remote’s list could not be read. The remote sent an agent of another organization.',
  );
  expect((await listAgents()).map(({ name }) => name)).not.toContain('Theirs');
});

test('names the calls of an agent as soon as the list names it', async () => {
  const json = { remote_agent_id: 'a3', recipient_number: '+15550100' };
  await linked.app(appRoutes.placeRemoteCall, { json });
  const listNames = async () =>
    (await linked.app(appRoutes.listCallRecords, { query: {} })).data.map(({ agent_name }) => agent_name);
  expect(await listNames()).toEqual(['a3']);
  const renameTo = async (name: string) => {
    list([agent('a3', name)]);
    await linked.app(appRoutes.syncNow, {});
    await linked.waitUntil(listAgents, (agents) => agents.some((one) => one.name === name));
  };
  await renameTo('Renewals');
  expect(await listNames()).toEqual(['Renewals']);
  await renameTo('Surveys');
  expect(await listNames()).toEqual(['Renewals']);
});

test('an agent of the remote has no definition here, and cannot be changed', async () => {
  const [first] = await listAgents();
  const params = { agent_id: first?.agent_id ?? '' };
  const details = await linked.v1(v1Routes.getAgent, { params });
  expect(details).toMatchObject({ name: 'Reminders', published_version: null, definition: null, draft: null });
  const refusal = expect.objectContaining({
    code: 'not_available_on_remote',
    message: '“Reminders” is an agent of the remote and can only be changed there. Nothing was changed.',
  });
  const definition = { name: 'Reminders', greeting: 'Hello', objective: 'Remind', voice: 'slt' } as const;
  await expect(linked.v1(v1Routes.saveAgentDraft, { params, json: { definition } })).rejects.toEqual(refusal);
  await expect(linked.v1(v1Routes.publishAgentVersion, { params, json: {} })).rejects.toEqual(refusal);
  expect((await linked.v1(v1Routes.listAgentVersions, { params, query: {} })).data).toEqual([]);
});
