import { get } from 'node:http';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../helpers/clock/wait-for.ts';
import { findFreePort } from '../../helpers/processes/find-free-port.ts';
import { launchServe, runServe } from '../../helpers/service/start-host.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { internalSecret, runCreateOrganization } from '../../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bin = findPostgres();

describe.skipIf(bin === null)('`serve --database`', () => {
  let server: StartedPostgres;
  let folder: TemporaryFolder;
  const getOptions = () => ['--data', folder.path, '--database', server.url];

  beforeAll(async () => {
    [server, folder] = await Promise.all([startPostgres(bin ?? ''), createTemporaryFolder()]);
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  test('serves each organization of the database to its own keys, also after its local files are gone', async () => {
    const keys = [await runCreateOrganization(getOptions()), await runCreateOrganization(getOptions())];
    for (const dataDir of [folder.path, join(folder.path, 'another')]) {
      const serving = await launchServe(['--data', dataDir, '--port', '0', '--database', server.url]);
      const { base_url, organizations } = JSON.parse(serving.line) as { base_url: string; organizations: number };
      expect(organizations).toBe(2);
      const list = async (key: string) => {
        const response = await fetch(`${base_url}/agents`, { headers: { 'X-API-Key': key } });
        return { status: response.status, text: await response.text() };
      };
      const [first, second, unknown] = await Promise.all([...keys, 'swb_unknown'].map(list));
      expect([first?.status, second?.status, unknown?.status]).toEqual([200, 200, 401]);
      const ids = [first, second].map((answer) => /agt_\w+/.exec(answer?.text ?? '')?.[0]);
      expect(new Set(ids).size).toBe(2);
      expect(await serving.stop()).toBe(0);
    }
  });

  test('answers at its public address, to load balancers at any, and without its secret to no node', async () => {
    const [publicUrl, internal] = ['https://calls.example.com', `127.0.0.1:${await findFreePort()}`];
    const refused = await runServe([...getOptions(), '--internal', internal]);
    expect(refused.error).toMatch(/^--internal needs a secret of at least 32 characters/);
    const args = ['--listen', '127.0.0.1:0', '--public-url', publicUrl, '--internal', internal];
    const serving = await launchServe([...getOptions(), ...args], internalSecret);
    expect(JSON.parse(serving.line)).toMatchObject({ base_url: `${publicUrl}/v1` });
    const { address } = JSON.parse(serving.line) as { readonly address: string };
    const ask = (to: string, path: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`http://${to}${path}`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    expect(await ask(address, '/v1/openapi.json', 'calls.example.com')).toBe(200);
    expect(await ask(address, '/v1/openapi.json', 'other.example.com')).toBe(421);
    expect(await ask(address, '/ready', 'other.example.com')).toBe(200);
    expect(await ask(internal, '/health', internal)).toBe(200);
    expect(await ask(internal, '/v1/agents', internal)).toBe(401);
    expect(await serving.stop()).toBe(0);
  });

  test('drops an organization whose database is away, and opens it again once it is back', async () => {
    const headers = { 'X-API-Key': await runCreateOrganization(getOptions()) };
    const serving = await launchServe([...getOptions(), '--port', '0']);
    const { base_url } = JSON.parse(serving.line) as { base_url: string };
    const list = () => fetch(`${base_url}/agents`, { headers });
    expect((await list()).status).toBe(200);
    const events = await fetch(`${base_url}/events`, { headers });
    await server.shutDown();
    const refused = await list();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    await events.text(); // the stream ends
    await server.startAgain();
    await waitFor(async () => expect((await list()).status).toBe(200));
    const unknown = await fetch(`${base_url}/agents`, { headers: { 'X-API-Key': 'swb_unknown' } });
    expect([unknown.status, unknown.headers.get('RateLimit')]).toEqual([401, expect.stringContaining('r=2999')]);
    expect(await serving.stop()).toBe(0);
    const lines = serving.errors().trim().split('\n');
    const requestId = refused.headers.get('X-Request-Id');
    expect(lines.map((one) => JSON.parse(one) as object)).toContainEqual(
      expect.objectContaining({ requestId, status: 503, path: '/v1/agents' }),
    );
  });

  test('runs the commands that import and export', async () => {
    const path = join(folder.path, 'none.switchboard-backup');
    const imported = await runServe([...getOptions(), '--import-workspace', path]);
    expect([imported.code, imported.error]).toEqual([1, `There is no file or folder ${path}.`]);
    const exported = await runServe([...getOptions(), '--export-organization', 'org_none', '--output', path]);
    expect([exported.code, exported.error]).toEqual([1, 'The database has no organization with the ID "org_none".']);
  });

  test('refuses a database that cannot be reached with one sentence, without its password', async () => {
    const url = 'postgresql://someone:geheim@127.0.0.1:1/none';
    const { code, error } = await runServe(['--data', folder.path], { SWITCHBOARD_DATABASE_URL: url });
    expect(code).toBe(1);
    expect(error).toContain('Connection refused');
    expect(error).not.toContain('geheim');
  });
});

test.each([
  [['--database', 'postgresql://me:geheim@db/name'], /^Other users .* leave the password out of --database/],
  [['--database', 'mysql://db'], /^--database must be a URL such as postgresql:/],
  [['--bucket', 'https://host/bucket'], /^--bucket needs --database\./],
  [['--create-organization', 'One'], /^--create-organization needs --database\./],
  [['--listen', '0.0.0.0:80'], /^--listen needs --database\./],
  [['--database', 'postgresql://db/name', '--listen', '0.0.0.0:80'], /^--listen on every address needs --public-url\./],
  [['--database', 'postgresql://db/name', '--internal', 'here'], /^--internal must be an address such as 10/],
  [['--database', 'postgresql://db/name', '--public-url', 'https://a/b'], /^--public-url must be a URL without a path/],
  [['--import-workspace', 'DIR'], /^--import-workspace needs --database\./],
  [['--export-organization', 'org_1'], /^--export-organization needs --database\./],
  [
    ['--database', 'postgresql://db/name', '--export-organization', 'org_1'],
    /^--export-organization and --output need each other\./,
  ],
  [
    ['--database', 'postgresql://db/name', '--export-organization', 'org_1', '--output', 'one.zip'],
    /^--output must be a file whose name ends with \.switchboard-backup\./,
  ],
  [
    ['--database', 'postgresql://db/name', '--import-workspace', 'DIR', '--create-organization', 'One'],
    /^--create-organization cannot be used with --import-workspace\./,
  ],
  [['--database', 'postgresql://db/name', '--demo'], /^--demo cannot be used with a database\./],
])('`serve %j` is refused', async (args, message) => {
  const { code, error } = await runServe(args);
  expect(code).toBe(2);
  expect(error).toMatch(message);
  expect(error).not.toContain('geheim');
});

test('the desktop application contains no part of it', () => {
  const { files } = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { readonly files: string[] };
  expect(files).toEqual(
    expect.arrayContaining([
      '!dist/electron/host/**',
      '!dist/electron/service/platform/db/postgres/**',
      '!dist/electron/service/platform/files/bucket/**',
    ]),
  );
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of ['aws4fetch', 'koffi']) expect(dependencies).not.toHaveProperty(name);
  const importing = globSync(['electron/**/*.ts', 'shared/**/*.ts'], { cwd: root }).filter((path) =>
    /db\/postgres\/|from '\.\/postgres\/|files\/bucket\/|from '\.\/bucket\//.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  );
  const parts = /^electron\/(host\/team|service\/platform\/db\/postgres)\//;
  expect(importing.filter((path) => !parts.test(path))).toEqual([]);
});
