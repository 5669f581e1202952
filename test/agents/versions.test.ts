import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentDefinition, AgentQuestion } from '../../shared/agents/agent-definition.ts';
import type { AgentDetails } from '../../shared/agents/agent-versions.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';

const clock = { now: Date.parse('2026-03-01T09:00:00.000Z') };
let service: CallService;
let params: { agent_id: string };
beforeAll(async () => {
  service = await startCallService({ now: () => clock.now });
  params = { agent_id: service.agentId };
});
afterAll(() => service.stop());

const problem = (code: string) => expect.objectContaining({ code });
const read = () => service.v1(v1Routes.getAgent, { params });

async function save(values: Partial<AgentDefinition>): Promise<AgentDetails> {
  const { definition, draft } = await read();
  const base = draft?.definition ?? definition;
  if (!base) throw new Error('The agent has no definition.');
  return service.v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...base, ...values } } });
}

const unnamed = (text: string): AgentQuestion => ({
  field: '',
  text,
  type: 'text',
  choices: [],
  required: false,
  needs_follow_up: false,
});
const colors = (...choices: string[]): AgentQuestion => ({ ...unnamed('Which color?'), type: 'choice', choices });

const publish = (note = '') => service.v1(v1Routes.publishAgentVersion, { params, json: { note } });
const listVersions = (query = {}) => service.v1(v1Routes.listAgentVersions, { params, query });
const discard = () => service.v1(v1Routes.deleteAgentDraft, { params });

describe('an agent with versions', () => {
  test('starts with version 1, without a draft', async () => {
    const agent = await read();
    expect(agent).toMatchObject({ name: 'Front desk', published_version: 1, draft: null });
    expect(agent.definition).toMatchObject({ name: 'Front desk', speaking_rate_percent: 100, max_talk_minutes: 15 });
    expect((await listVersions()).data).toMatchObject([{ version: 1, note: '', changed_fields: [] }]);
  });

  test('keeps a draft beside the published version until it is published', async () => {
    const saved = await save({ greeting: 'Hello {first_name}, this is the desk.', voice: 'rms' });
    expect(saved.draft).toMatchObject({ revision: 1, base_version: 1, definition: { voice: 'rms' } });
    expect(saved.definition?.greeting).toMatch(/^Hi /);
    const again = await save({ name: 'Reception' });
    expect(again).toMatchObject({ name: 'Front desk', draft: { revision: 2 } });

    const published = await publish('Shorter greeting');
    expect(published).toMatchObject({ name: 'Reception', published_version: 2, draft: null });
    expect(published.definition?.greeting).toBe('Hello {first_name}, this is the desk.');
    const { data } = await service.app(appRoutes.listAgentRecords, {});
    expect(data[0]).toMatchObject({
      name: 'Reception',
      greeting: 'Hello {first_name}, this is the desk.',
      voice: 'rms',
    });
    expect((await listVersions()).data[0]).toMatchObject({
      version: 2,
      note: 'Shorter greeting',
      changed_fields: ['Name', 'Greeting', 'Voice'],
    });
  });

  test('is compared field by field, also with its draft', async () => {
    const { changes } = await service.v1(v1Routes.compareAgentVersions, { params, query: { from: 1, to: 2 } });
    expect(changes.map(({ path }) => path)).toEqual(['/name', '/greeting', '/voice']);
    await save({ speaking_rate_percent: 120 });
    const withDraft = await service.v1(v1Routes.compareAgentVersions, { params, query: { from: 2, to: 'draft' } });
    expect(withDraft.changes).toEqual([
      { path: '/speaking_rate_percent', label: 'Speed', before: '100%', after: '120%' },
    ]);
    await discard();
    await expect(
      service.v1(v1Routes.compareAgentVersions, { params, query: { from: 2, to: 'draft' } }),
    ).rejects.toEqual(problem('agent_draft_missing'));
  });

  test('gets an earlier version back as a draft, which names it when it is published', async () => {
    const restored = await service.v1(v1Routes.restoreAgentVersion, { params: { ...params, version: 1 } });
    expect(restored).toMatchObject({ published_version: 2, draft: { restored_from: 1, base_version: 2 } });
    await publish();
    const { data } = await listVersions();
    expect(data[0]).toMatchObject({ version: 3, restored_from: 1 });
    const first = await service.v1(v1Routes.getAgentVersion, { params: { ...params, version: 1 } });
    const third = await service.v1(v1Routes.getAgentVersion, { params: { ...params, version: 3 } });
    expect(third.definition).toEqual(first.definition);
  });

  test('keeps the order of its versions if the clock is set back between them', async () => {
    clock.now += 60_000;
    await save({ greeting: 'Hello.' });
    await publish();
    clock.now -= 24 * 3600_000;
    await save({ greeting: 'Good day.' });
    await publish();
    const { data } = await listVersions();
    expect(data[0]?.published_at).toBe(data[1]?.published_at);
    expect(data.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    const page = await listVersions({ limit: 2 });
    const next = await listVersions({ limit: 2, cursor: page.next_cursor ?? '' });
    expect(next.data.map(({ version }) => version)).toEqual([3, 2]);
    expect(next.data[1]?.changed_fields).toEqual(data[3]?.changed_fields);
  });

  test('names its author, and keeps the name of an API key that was revoked', async () => {
    const key = await createTestApiKey(service, 'manager', 'Release script');
    const headers = { Authorization: `Bearer ${key.secret}`, 'Content-Type': 'application/json' };
    await save({ greeting: 'Good morning.' });
    const response = await service.send(`/v1/agent-versions/${params.agent_id}`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(response.status).toBe(201);
    await service.v1(v1Routes.revokeApiKey, { params: { key_id: key.key_id } });
    const { data } = await listVersions();
    expect(data[0]?.author).toEqual({ id: key.key_id, name: 'Release script' });
    expect(data[1]?.author).toBeNull();
  });
});

describe('what is refused changes nothing', () => {
  test('an unfinished definition can be saved, but not published', async () => {
    const { published_version } = await read();
    const question = { field: 'email', text: 'Your e-mail?', type: 'email', choices: [], required: true } as const;
    const doubled = [question, question].map((one) => ({ ...one, choices: [], needs_follow_up: false }));
    await save({ greeting: 'Hello {first_name', questions: doubled });
    const error: unknown = await publish().catch((reason: unknown) => reason);
    expect(error).toEqual(problem('agent_definition_invalid'));
    expect(error).toMatchObject({
      errors: [
        { pointer: '/greeting', detail: 'The placeholder “{first_name” has no end. Close it with “}”.' },
        { pointer: '/questions/1/text' },
        { pointer: '/questions/1/field' },
      ],
    });
    expect(await read()).toMatchObject({ published_version, draft: { definition: { greeting: 'Hello {first_name' } } });
    await discard();
  });

  test('a document that does not exist', async () => {
    await save({ documents: { scope: 'selected', document_ids: ['doc_gone'], labels: [] } });
    await expect(publish()).rejects.toMatchObject({
      code: 'agent_definition_invalid',
      errors: [{ pointer: '/documents/document_ids/0' }],
    });
    await discard();
  });

  test('100,000 characters in a field', async () => {
    await expect(save({ greeting: 'a'.repeat(100_000) })).rejects.toEqual(problem('malformed'));
    expect((await read()).draft).toBeNull();
  });

  test('the second of two publications at once', async () => {
    await save({ greeting: 'Hello again.' });
    const before = await read();
    const results = await Promise.allSettled([publish('one'), publish('two')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: problem('agent_draft_missing') });
    expect((await read()).published_version).toBe((before.published_version ?? 0) + 1);
  });

  test('a version or an agent that does not exist, and an agent without a draft', async () => {
    const missing = { agent_id: 'agt_0' };
    await expect(service.v1(v1Routes.getAgent, { params: missing })).rejects.toEqual(problem('agent_not_found'));
    await expect(service.v1(v1Routes.getAgentVersion, { params: { ...params, version: 99 } })).rejects.toEqual(
      problem('agent_version_not_found'),
    );
    await expect(service.v1(v1Routes.restoreAgentVersion, { params: { ...params, version: 99 } })).rejects.toEqual(
      problem('agent_version_not_found'),
    );
    await expect(publish()).rejects.toEqual(problem('agent_draft_missing'));
    await expect(discard()).rejects.toEqual(problem('agent_draft_missing'));
  });
});

test('a repeated save finds its own change, although the tag is old', async () => {
  const response = await service.send(`/v1/agents/${params.agent_id}`, {}, 'window');
  const etag = response.headers.get('ETag') ?? '';
  const { definition } = await read();
  const request = () =>
    service.send(
      `/v1/agent-drafts/${params.agent_id}`,
      {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': etag },
        body: JSON.stringify({ definition: { ...definition, greeting: 'Hello twice.' } }),
      },
      'window',
    );
  const [first, second] = [await request(), await request()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await second.json()).toEqual(await first.json());
  await discard();
});

test.each<readonly [change: string, before: Partial<AgentDefinition>, after: Partial<AgentDefinition>]>([
  ['a phrase that is in the list already', { may_say: ['Yes.'] }, { may_say: ['Yes.', 'Yes.'] }],
  ['a question without a field', { questions: [unnamed('One?')] }, { questions: [unnamed('Two?'), unnamed('One?')] }],
  ['a choice in two parts', { questions: [colors('Red, blue')] }, { questions: [colors('Red', 'blue')] }],
])('a draft keeps %s', async (_, before, after) => {
  await save(before);
  await save(after);
  expect((await read()).draft?.definition).toMatchObject(after);
  await discard();
});

test('the activity names the fields that a draft changes, once for each set of fields', async () => {
  const list = async () => (await service.v1(v1Routes.listActivity, { query: { operation: 'saveAgentDraft' } })).data;
  const before = (await list()).length;
  await save({ greeting: 'One.' });
  await save({ greeting: 'Two.' });
  await save({ greeting: 'Three.', voice: 'slt', speaking_rate_percent: 90, may_say: ['Yes.'], max_talk_minutes: 5 });
  const entries = await list();
  expect(entries.slice(0, entries.length - before).map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Changed draft of “.+”: Greeting, May say, .* and 1 more$/),
    expect.stringMatching(/^Changed draft of “.+”: Greeting$/),
  ]);
});
