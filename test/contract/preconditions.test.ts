import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { canUseRoute, fillPath, type Route } from '../../shared/contract/route.ts';
import { roles, type Role } from '../../shared/contract/roles.ts';
import { replace, upload, waitForVersion } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

let service: CallService;
let call_id: string;
const keys = new Map<Role, string>();
beforeAll(async () => {
  service = await startCallService();
  call_id = await service.placeSimulatedCall({ persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  for (const role of roles) {
    const { secret } = await service.v1(v1Routes.createApiKey, { json: { name: role, role } });
    keys.set(role, secret ?? '');
  }
});
afterAll(() => service.stop());

type Sent = { readonly status: number; readonly etag: string; readonly body: Record<string, unknown> };

async function send(
  role: Role,
  route: Route,
  input: Partial<Record<'params', Record<string, string>>> & { json?: object; form?: FormData; ifMatch?: string },
): Promise<Sent> {
  const { params = {}, json, form, ifMatch } = input;
  const response = await service.send(`/v1${fillPath(route.path, params)}`, {
    method: route.method.toUpperCase(),
    headers: {
      Authorization: `Bearer ${keys.get(role)}`,
      ...(json && { 'Content-Type': 'application/json' }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
  });
  return { status: response.status, etag: response.headers.get('ETag') ?? '', body: await response.json() };
}

const criterion = { name: 'Polite', description: '', weight: 1, rule: null };
const view = { kind: 'call_view', value: { filter: {}, sort: 'created', descending: true } };
let count = 0;

async function createCriterion() {
  const created = await send('admin', v1Routes.createCriterion, { json: criterion });
  return { params: { criterion_id: String(created.body['criterion_id']) }, etag: created.etag };
}

async function saveView() {
  const name = `View ${++count}`;
  const { body, etag } = await send('admin', v1Routes.saveItem, { json: { ...view, name } });
  return { name, params: { saved_id: String(body['saved_id']) }, etag };
}

async function readAgent() {
  const params = { agent_id: service.agentId };
  return { params, etag: (await send('admin', v1Routes.getAgent, { params })).etag };
}

const createDefinitionBody = () => ({
  definition: { name: 'Front desk', greeting: `Hello ${++count}`, objective: 'Help', voice: 'slt' },
});

async function saveDraft() {
  const { params } = await readAgent();
  return {
    params,
    etag: (await send('admin', v1Routes.saveAgentDraft, { params, json: createDefinitionBody() })).etag,
  };
}

async function inviteMember() {
  const org_id = (await service.app(appRoutes.getSession, {})).org_id ?? '';
  const json = { email: `member${++count}@example.com`, role: 'viewer' };
  const { body } = await send('admin', v1Routes.inviteMember, { params: { org_id }, json });
  const params = { org_id, user_id: String(body['user_id']) };
  return { params, etag: (await send('admin', v1Routes.getMember, { params })).etag };
}

async function readDocumentTag(document_id: string): Promise<string> {
  return (await send('admin', v1Routes.getDocumentDetails, { params: { document_id } })).etag;
}

async function uploadDocument() {
  const document_id = await upload(service.v1, 'Piers', `Pier ${++count} opens at seven.`);
  return { document_id, etag: await readDocumentTag(document_id) };
}

type Subject = {
  readonly params?: Record<string, string>;
  readonly etag: string;
  readonly json?: object;
  readonly form?: FormData;
};

/** Each write with the tag of the resource that it changes, and two changes of it, of which the second is not made. */
const writes: readonly {
  readonly route: Route;
  readonly status: number;
  readonly prepare: () => Promise<Subject>;
  readonly change?: () => readonly [object, object];
}[] = [
  {
    route: v1Routes.updateCallReview,
    status: 200,
    prepare: async () => {
      const params = { call_id };
      return { params, etag: (await send('admin', v1Routes.updateCallReview, { params, json: {} })).etag };
    },
    change: () => [{ add_tags: [`Tag ${++count}`] }, { add_tags: [`Tag ${++count}`] }],
  },
  {
    route: v1Routes.correctCallOutcome,
    status: 200,
    prepare: async () => {
      const params = { call_id };
      const json = { disposition: 'Voicemail left' };
      return { params, etag: (await send('admin', v1Routes.correctCallOutcome, { params, json })).etag };
    },
    change: () => [{ disposition: 'Interested' }, { disposition: 'Confirmed' }],
  },
  {
    route: v1Routes.updateFollowUp,
    status: 200,
    prepare: async () => {
      const json = { disposition: 'Follow-up needed' };
      await send('admin', v1Routes.correctCallOutcome, { params: { call_id }, json });
      const { data } = await service.v1(v1Routes.listFollowUps, { query: { call_id } });
      const params = { call_id, follow_up: data[0]?.follow_up ?? '' };
      return {
        params,
        etag: (await send('admin', v1Routes.updateFollowUp, { params, json: { is_done: false } })).etag,
      };
    },
    change: () => [{ is_done: true }, { is_done: false }],
  },
  {
    route: v1Routes.scoreCriterion,
    status: 200,
    prepare: async () => {
      const { params } = await createCriterion();
      const { etag } = await send('admin', v1Routes.getScorecard, { params: { call_id } });
      return { params: { ...params, call_id }, etag };
    },
    change: () => [{ answer: 'yes' }, { answer: 'no' }],
  },
  {
    route: v1Routes.updateCriterion,
    status: 200,
    prepare: createCriterion,
    change: () => [{ weight: 2 }, { weight: 3 }],
  },
  { route: v1Routes.deleteCriterion, status: 200, prepare: createCriterion },
  {
    route: v1Routes.saveItem,
    status: 201,
    prepare: async () => {
      const { name, etag } = await saveView();
      return { etag, json: { ...view, name } };
    },
    change: () => [{ value: { ...view.value, sort: 'agent' } }, { value: { ...view.value, sort: 'duration' } }],
  },
  {
    route: v1Routes.renameSavedItem,
    status: 200,
    prepare: saveView,
    change: () => [{ name: `View ${++count}` }, { name: `View ${++count}` }],
  },
  {
    route: v1Routes.updateDocument,
    status: 200,
    prepare: async () => {
      const { document_id, etag } = await uploadDocument();
      return { params: { document_id }, etag };
    },
    change: () => [{ title: `Piers ${++count}` }, { add_labels: [`Label ${++count}`] }],
  },
  {
    route: v1Routes.replaceDocument,
    status: 202,
    prepare: async () => {
      const { document_id, etag } = await uploadDocument();
      const form = new FormData();
      form.set('file', new File([`Pier ${++count} opens at eight.`], 'pier.txt'));
      return { params: { document_id }, etag, form };
    },
  },
  {
    route: v1Routes.restoreDocumentVersion,
    status: 202,
    prepare: async () => {
      const { document_id } = await uploadDocument();
      await waitForDocument(service.v1, document_id);
      await replace(service.v1, document_id, `Pier ${++count} opens at nine.`, 'pier.txt');
      await waitForVersion(service.v1, document_id, 2);
      return { params: { document_id, version: '1' }, etag: await readDocumentTag(document_id) };
    },
  },
  {
    route: v1Routes.decideSimilarDocument,
    status: 200,
    prepare: async () => {
      const older = await uploadDocument();
      const { document_id, etag } = await uploadDocument();
      return { params: { document_id }, etag, json: { similar_id: older.document_id, decision: 'keep_both' } };
    },
  },
  { route: v1Routes.deleteSavedItem, status: 200, prepare: saveView },
  {
    route: v1Routes.decideAcceptancePoint,
    status: 200,
    prepare: async () => {
      const { body } = await send('admin', v1Routes.submitAgentRequest, { json: { objective: 'Remind customers' } });
      const request_id = String(body['request_id']);
      for (const to of ['in_development', 'uat'] as const)
        await service.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
      const { etag } = await send('admin', v1Routes.getAcceptance, { params: { request_id } });
      return { params: { request_id, position: '0' }, etag };
    },
    change: () => [
      { decision: 'rejected', reason: `Too long ${++count}` },
      { decision: 'rejected', reason: `Too short ${++count}` },
    ],
  },
  {
    route: v1Routes.saveAgentDraft,
    status: 200,
    prepare: readAgent,
    change: () => [createDefinitionBody(), createDefinitionBody()],
  },
  {
    route: v1Routes.deleteAgentDraft,
    status: 200,
    prepare: saveDraft,
  },
  {
    route: v1Routes.publishAgentVersion,
    status: 201,
    prepare: async () => ({ ...(await saveDraft()), json: { note: 'Shorter' } }),
  },
  {
    route: v1Routes.restoreAgentVersion,
    status: 200,
    prepare: async () => {
      const { params, etag } = await readAgent();
      return { params: { ...params, version: '1' }, etag };
    },
  },
  {
    route: v1Routes.updateMember,
    status: 200,
    prepare: inviteMember,
    change: () => [{ role: 'manager' }, { role: 'admin' }],
  },
  { route: v1Routes.removeMember, status: 200, prepare: inviteMember },
];

describe.each(writes)('$route.id with If-Match', ({ route, status, prepare, change: createChanges }) => {
  test.each(roles)('as %s', async (role) => {
    const { params = {}, etag, json, form } = await prepare();
    const [first, second] = createChanges?.() ?? [];
    const write = (change: object | undefined, ifMatch: string) => {
      const sent = json ?? change;
      return send(role, route, {
        params,
        ifMatch,
        ...(form && { form }),
        ...(sent && { json: { ...json, ...change } }),
      });
    };
    if (!canUseRoute(route, role)) {
      expect(await write(first, etag)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      return;
    }
    const refused = { status: 412, body: { code: 'precondition_failed' } };
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(await write(first, '"another"'), 'a tag of another version').toMatchObject(refused);
    const changed = await write(first, `"another", ${etag}`);
    expect(changed.status).toBe(status);
    if (!first) return;
    expect(changed.etag).not.toBe(etag);
    expect(await write(second, etag), 'a tag of the version before').toMatchObject(refused);
    expect((await write(second, changed.etag)).status).toBe(status);
    expect((await write(first, '*')).status).toBe(status);
  });
});

test('an item that is saved with If-Match must exist', async () => {
  const json = { ...view, name: 'New' };
  expect(await send('admin', v1Routes.saveItem, { json, ifMatch: '"x"' })).toMatchObject({ status: 412 });
  expect((await send('admin', v1Routes.saveItem, { json })).status).toBe(201);
});

test('the OpenAPI document names the precondition of each of these operations, and its problem', async () => {
  const document = await (await service.send('/v1/openapi.json')).json();
  for (const { route } of writes) {
    const operation = document.paths[route.path][route.method];
    const parameters: readonly { readonly name: string }[] = operation.parameters;
    expect(
      parameters.map(({ name }) => name),
      route.id,
    ).toContain('If-Match');
    expect(operation.responses['412'], route.id).toBeDefined();
  }
});
