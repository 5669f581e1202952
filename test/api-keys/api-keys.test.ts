import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { ApiKeyWithSecret } from '../../shared/organization/api-keys.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { upload } from '../helpers/service/upload.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

let started: StartedService;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  started = await startServiceWithWorkspace({ now: () => now });
});
afterEach(() => started.stop());

const ask = (secret: string, path = '/v1/knowledge/documents') =>
  started.send(path, { headers: { Authorization: `Bearer ${secret}` } });

const post = (path: string, json: object, headers: Record<string, string> = {}) =>
  started.send(
    path,
    { method: 'POST', body: JSON.stringify(json), headers: { 'Content-Type': 'application/json', ...headers } },
    'window',
  );

describe('a new key', () => {
  it('works with its role and returns its secret once, and only a hint afterwards', async () => {
    const key = await createTestApiKey(started, 'viewer', '  Night report ');
    expect(key.secret).toMatch(/^swb_[\w-]{43}$/);
    expect(key).toMatchObject({ name: 'Night report', role: 'viewer', hint: key.secret.slice(-4), last_used_at: null });
    expect((await ask(key.secret)).status).toBe(200);
    expect((await ask(key.secret, '/v1/keys')).status).toBe(403);
    const { data } = await started.v1(v1Routes.listApiKeys, {});
    expect(data[0]).toMatchObject({ key_id: key.key_id, last_used_at: '2026-03-01T00:00:00.000Z' });
    expect(JSON.stringify(data)).not.toContain(key.secret);
  });

  it.each([
    ['an empty name', { name: ' ', role: 'admin' }],
    ['an invisible name', { name: '\u200b\u0000', role: 'admin' }],
    ['a name that is too long', { name: 'x'.repeat(81), role: 'admin' }],
    ['an unknown role', { name: 'x', role: 'owner' }],
  ])('is rejected with %s', async (_, json) => {
    expect((await post('/v1/keys', json)).status).toBe(400);
    expect((await started.v1(v1Routes.listApiKeys, {})).data).toEqual([]);
  });

  it('returns the time of last use, even before it is written', async () => {
    const key = await createTestApiKey(started, 'viewer');
    await ask(key.secret);
    now += 10_000;
    await ask(key.secret);
    const { data } = await started.v1(v1Routes.listApiKeys, {});
    expect(data[0]?.last_used_at).toBe('2026-03-01T00:00:10.000Z');
  });

  it('is listed by page, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await createTestApiKey(started, 'viewer', name);
    const first = await started.v1(v1Routes.listApiKeys, { query: { limit: 2 } });
    const rest = await started.v1(v1Routes.listApiKeys, { query: { limit: 2, cursor: first.next_cursor ?? '' } });
    expect([...first.data, ...rest.data].map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(rest.next_cursor).toBeNull();
  });
});

describe('a secret', () => {
  it('is created once per Idempotency-Key and left out of the replay', async () => {
    const send = () => post('/v1/keys', { name: 'CI', role: 'admin' }, { 'Idempotency-Key': 'once' });
    const first = (await (await send()).json()) as ApiKeyWithSecret; // 201 has this body
    const again = await send();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.json()).toEqual({ ...first, secret: null });
    expect((await started.v1(v1Routes.listApiKeys, {})).data).toHaveLength(1);
  });

  testOnFile('is in no file of the data folder after any operation', async () => {
    const send = (path: string, key: string) => post(path, { name: 'CI', role: 'admin' }, { 'Idempotency-Key': key });
    const made = (await (await send('/v1/keys', 'a')).json()) as ApiKeyWithSecret; // 201 has this body
    await ask(made.secret ?? '');
    const rotated = (await (await send(`/v1/keys/${made.key_id}/rotate`, 'b')).json()) as ApiKeyWithSecret; // likewise
    await ask(rotated.secret ?? '', '/v1/nowhere');
    await ask(rotated.secret ?? '', '/v1/activity');
    const bytes = globSync('**/*', { cwd: started.dataDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`).toString('latin1'))
      .join('');
    expect(bytes).toContain(made.key_id);
    for (const secret of [made.secret, rotated.secret]) expect(bytes).not.toContain(secret);
  });
});

describe('rotating', () => {
  it('returns a new secret and rejects the old one', async () => {
    const key = await createTestApiKey(started, 'manager');
    now += 1_000;
    const rotated = await started.v1(v1Routes.rotateApiKey, { params: { key_id: key.key_id } });
    expect(rotated).toMatchObject({ key_id: key.key_id, role: 'manager', rotated_at: '2026-03-01T00:00:01.000Z' });
    expect((await ask(key.secret)).status).toBe(401);
    expect((await ask(rotated.secret ?? '')).status).toBe(200);
  });
});

describe('revoking', () => {
  const begin = (path: string, headers: Record<string, string>) => {
    let send: (part: Uint8Array | null) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (part) => (part ? controller.enqueue(part) : controller.close());
      },
    });
    const init = { method: 'POST', body, headers, duplex: 'half' }; // a Node option that the DOM type does not have
    return { running: started.send(path, init), send };
  };

  it.each([
    ['a new key', '/v1/keys', 'application/json', ['{"name":"way back","role":', '"admin"}']],
    ['a request', '/v1/agents/requests', 'application/json', ['{"objective":', '"Say hello"}']],
    [
      'an upload',
      '/v1/knowledge/documents',
      'multipart/form-data; boundary=x',
      [
        '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nLamp\r\n',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe lamp.\r\n--x--\r\n',
      ],
    ],
  ] as const)('rejects %s whose body is still arriving, and records that', async (_, path, type, parts) => {
    for (const route of [v1Routes.revokeApiKey, v1Routes.rotateApiKey]) {
      const key = await createTestApiKey(started, 'admin');
      const { running, send } = begin(path, { ...key.headers, 'Content-Type': type });
      send(Buffer.from(parts[0]));
      await started.v1(route, { params: { key_id: key.key_id } });
      const count = async () => (await started.v1(v1Routes.listApiKeys, {})).data.length;
      const before = await count();
      send(Buffer.from(parts[1]));
      send(null);
      const answer = await running;
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
      expect(await count()).toBe(before);
      const [row] = (await started.v1(v1Routes.listActivity, {})).data;
      expect(row).toMatchObject({ actor_id: key.key_id, result: 'refused', status: 401, code: 'unauthorized' });
    }
    expect((await started.v1(v1Routes.listDocuments, {})).data).toEqual([]);
    expect((await started.v1(v1Routes.listAgentRequests, {})).data).toEqual([]);
  });

  it('lets a running request finish and rejects the next one', async () => {
    const key = await createTestApiKey(started, 'admin');
    const { running, send } = begin('/v1/knowledge/search', { ...key.headers, 'Content-Type': 'application/json' });
    send(Buffer.from('{"query":'));
    const revoked = await started.v1(v1Routes.revokeApiKey, { params: { key_id: key.key_id } });
    expect(revoked.revoked_at).not.toBeNull();
    expect((await ask(key.secret)).status).toBe(401);
    send(Buffer.from('"lamp"}'));
    send(null);
    expect((await running).status).toBe(200);
  });

  it('cannot be repeated, and the key cannot be rotated', async () => {
    const { key_id } = await createTestApiKey(started, 'admin');
    await started.v1(v1Routes.revokeApiKey, { params: { key_id } });
    for (const route of [v1Routes.revokeApiKey, v1Routes.rotateApiKey])
      await expect(started.v1(route, { params: { key_id } })).rejects.toMatchObject({ code: 'key_revoked' });
    await expect(started.v1(v1Routes.revokeApiKey, { params: { key_id: 'key_0' } })).rejects.toMatchObject({
      code: 'key_not_found',
    });
  });

  it('ends the event stream of the key', async () => {
    const key = await createTestApiKey(started, 'viewer');
    const { body } = await ask(key.secret, '/v1/events');
    const reader = body?.getReader();
    await reader?.read();
    await started.v1(v1Routes.revokeApiKey, { params: { key_id: key.key_id } });
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });
});

describe('a key with an event stream', () => {
  it('resumes with the new secret after a rotation', async () => {
    const key = await createTestApiKey(started, 'viewer');
    const listen = async (secret: string, headers: Record<string, string> = {}) => {
      const { body } = await started.send('/v1/events', { headers: { Authorization: `Bearer ${secret}`, ...headers } });
      return body?.pipeThrough(new TextDecoderStream()).getReader();
    };
    const before = await listen(key.secret);
    const lastId = /^id: (.*)$/m.exec((await before?.read())?.value ?? '')?.[1] ?? '';
    const { secret } = await started.v1(v1Routes.rotateApiKey, { params: { key_id: key.key_id } });
    expect((await before?.read())?.done).toBe(true);
    await upload(started.v1, 'Lamp rota', 'The lamp is trimmed at dusk.');
    const after = await listen(secret ?? '', { 'Last-Event-ID': lastId });
    await after?.read();
    expect((await after?.read())?.value).toContain('event: document.');
    await started.v1(v1Routes.revokeApiKey, { params: { key_id: key.key_id } });
    while (!(await after?.read())?.done);
  });
});

describe('roles', () => {
  it('apply to the window as selected', async () => {
    await started.app(appRoutes.changeRole, { json: { role: 'manager' } });
    await expect(started.v1(v1Routes.createApiKey, { json: { name: 'x', role: 'admin' } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(started.app(appRoutes.updateLocalApi, { json: { enabled: true } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await started.app(appRoutes.changeRole, { json: { role: 'admin' } });
    expect((await started.app(appRoutes.getSession, {})).role).toBe('admin');
  });
});
