import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import type { Route } from '../../shared/contract/route.ts';
import { contractCases } from '../contract/contract-cases.ts';
import { openSession, type ContractSession } from '../contract/contract-session.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { readDemoKeys } from '../helpers/data/demo-keys.ts';
import { packedApp } from '../helpers/desktop/packed-app.ts';
import { readImports } from '../helpers/processes/read-imports.ts';
import { runsAllCases } from '../helpers/processes/runs-all-cases.ts';
import { startServeOf, type RunningHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

// The files of the package run in Node.js, in a folder from which no other node_modules can be found.

/** The reads that need neither an ID nor a query. */
const simpleReads = Object.values<Route>(v1Routes).filter(
  ({ method, path, query, response }) =>
    method === 'get' && !path.includes('{') && response !== 'events' && query?.safeParse({}).success !== false,
);

/** Packages that only some systems need. */
const optional: readonly string[] = ['@lat.md/embed'];

test.describe('the service of the package', () => {
  let folder: TemporaryFolder;
  let host: RunningHost;
  let session: ContractSession;

  test.beforeAll(async () => {
    folder = await createTemporaryFolder();
    const build = join(folder.path, 'app');
    extractAll(packedApp.archive, build);
    // The package leaves out the browser host, which serves the service to this test.
    const hostFolder = fileURLToPath(new URL('../../dist/electron/host', import.meta.url));
    await cp(hostFolder, join(build, 'dist/electron/host'), { recursive: true });
    const dataDir = join(folder.path, 'data');
    copyDemoFolder(dataDir);
    const serving = await startServeOf(build, dataDir);
    host = serving;
    session = openSession({ ...readDemoKeys(serving.line), send: (path, init) => fetch(serving.origin + path, init) });
  });
  test.afterAll(async () => {
    await host.stop();
    await folder.remove();
  });

  test('every module that it imports is in the package', () => {
    const build = join(folder.path, 'app');
    const read = (path: string) =>
      readImports(readFileSync(join(build, path), 'utf8')).map(({ specifier }) => specifier);
    const resolve = (path: string, name: string) =>
      name.startsWith('.') ? `./${join(dirname(path), name).replaceAll('\\', '/')}` : name;
    const imported = [
      ...globSync('dist/electron/service/**/*.js', { cwd: build }).flatMap((path) =>
        read(path).map((name) => resolve(path, name)),
      ),
      // The files of the bundle come from one build, and its comments name files of packages.
      ...globSync('dist/main/*.js', { cwd: build })
        .flatMap(read)
        .filter((name) => !name.startsWith('.')),
    ];
    expect(imported.length).toBeGreaterThan(500);
    const script = `
      import { existsSync } from 'node:fs';
      const isMissing = (name) => !existsSync(new URL(import.meta.resolve(name)));
      console.log(JSON.stringify(JSON.parse(process.argv[1]).filter(isMissing)));
    `;
    const isExpected = (name: string) => !isBuiltin(name) && name !== 'electron' && !optional.includes(name);
    const names = [...new Set(imported)].filter(isExpected);
    const args = ['--input-type=module', '--eval', script, JSON.stringify(names)];
    expect(JSON.parse(execFileSync(process.execPath, args, { cwd: build, encoding: 'utf8' }))).toEqual([]);
  });

  test('it answers every read that needs neither an ID nor a query', async () => {
    expect(new Set(simpleReads.map(({ tag }) => tag)).size).toBeGreaterThan(7);
    for (const { path } of simpleReads)
      expect((await session.ask('admin', 'GET', routeTreePaths.v1 + path)).status, path).toBe(200);
  });

  for (const { name, run } of contractCases.filter(({ needsPackage }) => runsAllCases || needsPackage))
    test(name, () => run(session));
});
