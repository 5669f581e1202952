import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { describeError } from '../../electron/service/platform/files/describe-error.ts';
import { createLogger, openLogFile } from '../../electron/service/platform/files/log.ts';
import { hideHome } from '../../electron/service/workspaces/collect-diagnostics.ts';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { inProcessOrigin } from '../helpers/service/start-service.ts';
import { createMemorySecretStore } from '../helpers/service/test-keychain.ts';

let folder: TemporaryFolder;
let opened: OpenedService;
let app: Client;
let v1: Client;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  opened = await openService({ dataDir: folder.path, openKeychain: async () => createMemorySecretStore() });
  const send = async (path: string, init: RequestInit) =>
    opened.service.fetch(new Request(new URL(path, inProcessOrigin), init), 'window');
  [app, v1] = [createClient(routeTreePaths.app, send), createClient(routeTreePaths.v1, send)];
  await app(appRoutes.createWorkspace, {
    json: { kind: 'local', name: 'Marked Harbour', industry: '', email: 'marked@example.com' },
  });
});
afterEach(async () => {
  await opened.close();
  await folder.remove();
});

const toError = (error: unknown) => error as Error;

test('diagnostics contain versions, checks and the log, and no names and secrets', async () => {
  const { secret } = await v1(v1Routes.createApiKey, { json: { name: 'Marked key', role: 'admin' } });
  const backup = join(folder.path, 'backups', 'Marked-Harbour-20260312T140509Z.switchboard-backup');
  mkdirSync(join(folder.path, 'Marked folder'));
  const missing = await rm(backup).catch(toError);
  const notDeleted = await rm(join(folder.path, 'Marked folder')).catch(toError);
  // Errors from a worker have only a message.
  const fromWorker = new Error('The worker failed.', { cause: new Error(missing?.message) });
  for (const err of [missing, notDeleted, fromWorker]) opened.log.error({ err }, 'a scheduled backup failed');
  opened.log.error(
    { headers: { authorization: `Bearer ${secret}` }, file: join(homedir(), 'x.pdf') },
    'request failed',
  );
  const { text } = await app(appRoutes.getDiagnostics, {});
  const diagnostics = JSON.parse(text) as { readonly log: readonly string[] };
  expect(diagnostics).toMatchObject({
    application: { node: process.versions.node },
    keychain: { kept_in: 'keychain' },
    settings: { theme: 'system' },
    workspaces: [{ kind: 'local', error: null, is_open: true, documents: { count: 0 } }],
  });
  expect(JSON.parse(diagnostics.log.at(-1) ?? '')).toMatchObject({ msg: 'request failed', file: join('~', 'x.pdf') });
  expect(text).not.toMatch(/marked/i);
  expect(text).not.toContain('hostname');
  expect(text).toContain(`ENOENT: no such file or directory, lstat '…'`);
  expect(text).not.toContain(secret);
});

test('an error that stored JSON is damaged contains nothing of it', () => {
  for (const json of ['Marked text', '{"a":\nMarked}', '{"a": Marked text of a document}']) {
    const error: unknown = attempt(() => JSON.parse(json));
    expect(String(error)).toContain('Marked');
    expect(JSON.stringify(describeError(error)), json).toMatch(/"SyntaxError: .*\.test\.ts/);
    expect(JSON.stringify(describeError(error)), json).not.toContain('Marked');
  }
});

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test('diagnostics need no open workspace', async () => {
  const { workspace } = await app(appRoutes.getSession, {});
  await app(appRoutes.deleteWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  expect((await app(appRoutes.getSession, {})).workspace).toBeNull();
  expect(JSON.parse((await app(appRoutes.getDiagnostics, {})).text)).toMatchObject({ workspaces: [] });
});

test('the name of the user is hidden in each form of the home folder', () => {
  const home = String.raw`C:\Users\Ali (A&B) Müller`;
  const path = String.raw`${home}\x.db`;
  const stack = `at file:///C:/Users/Ali%20(A&B)%20M%C3%BCller/app/main.js:1:2`;
  const text = JSON.stringify({ path, log: [JSON.stringify({ path, stack }), path.toLowerCase()] });
  expect(JSON.parse(hideHome(text, home))).toEqual({
    path: String.raw`~\x.db`,
    log: [JSON.stringify({ path: String.raw`~\x.db`, stack: 'at file:///~/app/main.js:1:2' }), String.raw`~\x.db`],
  });
  expect(hideHome('/home/ali/x and file:///home/ali/app.js', '/home/ali')).toBe('~/x and file:~/app.js');
  expect(hideHome('/home/ali, /home/ali. /home/alice/x', '/home/ali/')).toBe('~, ~. /home/alice/x');
  expect(hideHome('/srv/x', '/'), 'an account without a home folder').toBe('/srv/x');
});

test('the log contains no secrets, at any level, whatever their fields are named', () => {
  let text = '';
  const log = createLogger({ write: (line) => (text += line) });
  const names = ['api_key', 'apiKey', 'x-api-key', 'passphrase', 'current_passphrase', 'x-switchboard-session'];
  for (const name of [...names, 'Authorization', 'set-cookie', 'refresh-token', 'secret']) {
    log.error({ [name]: 'marked' }, 'first level');
    log.error({ a: { b: [{ c: { d: { [name]: ['marked'] } } }] } }, 'sixth level');
  }
  const itself: Record<string, unknown> = { path: '/calls', err: new Error('Not marked.') };
  itself['itself'] = itself;
  log.error(itself, 'a cycle');
  expect(text).not.toContain('"marked"');
  expect(text.match(/\[Redacted\]/g)).toHaveLength(20);
  expect(text).toContain('"path":"/calls","err":{"type":"Error","message":"Not marked."');
});

test('the log is a private file without secrets, which outlasts the application', async () => {
  const { secret } = await v1(v1Routes.createApiKey, { json: { name: 'Key', role: 'admin' } });
  opened.log.error({ token: secret }, 'first');
  await opened.close();
  const path = join(folder.path, 'logs', 'switchboard.log');
  expect(readFileSync(path, 'utf8')).toContain('"msg":"first"');
  expect(readFileSync(path, 'utf8')).not.toContain(secret);
  expect(statSync(path).mode & 0o077).toBe(0);
  opened = await openService({ dataDir: folder.path });
});

test('the log is read across a rotation', async () => {
  const path = join(folder.path, 'rotated', 'switchboard.log');
  const line = (number: number) => `${String(number).padStart(4, '0')} ${'x'.repeat(1_000)}`;
  mkdirSync(join(folder.path, 'rotated'), { recursive: true });
  writeFileSync(`${path}.1`, Array.from({ length: 999 }, (_, index) => `${line(index)}\n`).join(''));
  writeFileSync(path, `${line(999)}\n`);
  const log = openLogFile(join(folder.path, 'rotated'));
  const lines = log.read().split('\n');
  await log.close();
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([65, line(935), line(999)]);
});

test('the log keeps three earlier files of 1 MB, and reads the end of the last one', async () => {
  const log = openLogFile(join(folder.path, 'rotated'));
  for (let line = 0; line < 5_500; line++) log.write(`${String(line).padStart(4, '0')} ${'x'.repeat(1_000)}\n`);
  await log.close();
  const names = readdirSync(join(folder.path, 'rotated')).filter((name) => name.startsWith('switchboard.log'));
  expect(names.toSorted()).toEqual(['switchboard.log', 'switchboard.log.1', 'switchboard.log.2', 'switchboard.log.3']);
  const lines = log.read().split('\n');
  expect(lines.at(-1)).toMatch(/^5499 x+$/);
  expect(lines.every((line) => /^\d{4} x+$/.test(line))).toBe(true);
});
