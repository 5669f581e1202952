import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../electron/service/platform/http/openapi.ts';
import { routeTreePaths } from '../../shared/contract/contract.ts';
import { findRoute } from '../helpers/service/check-response.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { readDemoKeys } from '../helpers/data/demo-keys.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startServe, type RunningHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { contractCases } from './contract-cases.ts';
import { openSession, type ContractSession } from './contract-session.ts';

/** The folder in which `npm test -- openapi` installs the tools. */
const toolsDir = process.env['OPENAPI_TOOLS'] ?? '';
const resolveTool = (name: string) => join(toolsDir, 'node_modules', '@stoplight', name, 'dist', 'index.js');

let folder: TemporaryFolder;
let documentPath: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  documentPath = join(folder.path, 'openapi.json');
  await writeFile(documentPath, JSON.stringify(buildOpenApiDocument()));
});
afterAll(() => folder.remove());

test('Spectral finds no error and no warning with its OpenAPI rules', async () => {
  const ruleset = join(folder.path, 'ruleset.json');
  await writeFile(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
  const args = ['lint', documentPath, '--ruleset', ruleset, '--fail-severity', 'hint', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolveTool('spectral-cli'), ...args], {
    encoding: 'utf8',
  });
  expect({ status, stdout: stdout.trim(), stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

describe('the API through the validating proxy Prism', () => {
  let host: RunningHost;
  let session: ContractSession;
  let stopProxy: () => void;
  const checked = new Set<string>();

  beforeAll(async () => {
    copyDemoFolder(`${folder.path}/data`);
    const serving = await startServe(`${folder.path}/data`, '--demo');
    host = serving;
    const proxy = await startProxy(documentPath, serving.origin + routeTreePaths.v1);
    stopProxy = proxy.stop;
    session = openSession({
      ...readDemoKeys(serving.line),
      send: async (path, init) => {
        const route = canPass(path, init) ? findRoute(init.method ?? 'GET', path.split('?')[0] ?? path) : undefined;
        if (!route || typeof route.response === 'string') return fetch(serving.origin + path, init);
        const response = await fetch(proxy.origin + path.slice(routeTreePaths.v1.length), init);
        const violations = readViolations(response, ({ location }) => response.ok || location[0] === 'response');
        assert.deepEqual(violations, [], `${init.method} ${path} ${response.status}`);
        checked.add(route.id);
        return response;
      },
    });
  });
  afterAll(async () => {
    stopProxy();
    await host.stop();
  });

  test.each(contractCases)('$name', ({ run }) => run(session));

  test('has checked responses of most operations', () => {
    expect(checked.size).toBeGreaterThan(20);
  });
});

/** Prism ends at values that are nested deeper. */
const maxBodyLength = 10_000;

/** Whether Prism forwards the request as it is: it ends at a malformed path, rejects broken JSON itself, and reads other bodies as text. */
function canPass(path: string, { body, headers }: RequestInit): boolean {
  if (!path.startsWith(`${routeTreePaths.v1}/`)) return false;
  try {
    decodeURIComponent(path);
    if (body === undefined || body === null) return true;
    const isJson = new Headers(headers).get('Content-Type')?.includes('json') === true;
    return isJson && typeof body === 'string' && body.length < maxBodyLength && typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

type Violation = { readonly location: readonly string[]; readonly message: string };

/** Returns the differences between a response, or its request, and the document. */
function readViolations(response: Response, filter: (violation: Violation) => boolean): readonly Violation[] {
  const header = response.headers.get('sl-violations');
  return header === null ? [] : (JSON.parse(header) as readonly Violation[]).filter(filter); // Prism writes it
}

async function startProxy(documentFile: string, upstream: string) {
  const port = await findFreePort();
  const args = [resolveTool('prism-cli'), 'proxy', documentFile, upstream, '--port', String(port), '--cors', 'false'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('is listening')) break;
  child.stdout.resume();
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
