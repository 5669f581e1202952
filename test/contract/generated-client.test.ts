import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { routeTreePaths } from '../../shared/contract/contract.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import { serveInProcess } from '../helpers/service/serve-in-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
/** `api-client.mts`, which is compiled only beside its generated types. */
type ApiClient = {
  readonly useApi: (
    baseUrl: string,
    key: string,
  ) => Promise<{
    readonly uploadedId: string;
    readonly firstIds: readonly string[];
    readonly secondIds: readonly string[];
    readonly callStatus: string;
  }>;
};

const compilerOptions =
  '--ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noEmit --skipLibCheck --module nodenext --target es2023 --lib es2023,dom --types --allowImportingTsExtensions';

test('a client generated from the document uploads a document, reads pages and places a call', async () => {
  const started = await startDemoService();
  onTestFinished(() => started.stop());
  const server = await serveInProcess(started);
  onTestFinished(() => server.close());
  const folder = await createFolder();
  const baseUrl = server.origin + routeTreePaths.v1;

  const document = await (await fetch(`${baseUrl}/openapi.json`)).text();
  await writeFile(join(folder, 'api-types.ts'), await generateTypes(document));
  const client = join(folder, 'api-client.mts');
  await copyFile(new URL('api-client.mts', import.meta.url), client);

  expect(await compile(client)).toBe('');
  const { useApi } = (await import(pathToFileURL(client).href)) as ApiClient; // the copied file
  const { uploadedId, firstIds, secondIds, callStatus } = await useApi(baseUrl, started.keys.manager);
  expect(firstIds).toEqual([uploadedId]);
  expect(secondIds).toHaveLength(1);
  expect(secondIds).not.toEqual(firstIds);
  expect(callStatus).toBe('queued');
});

/** Returns what the compiler prints, which is nothing if the types are right. Connections of the server must not wait for it. */
function compile(file: string): Promise<string> {
  const args = [compiler, ...compilerOptions.split(' '), file];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dirname(file) }, (error, stdout) =>
      resolve(stdout || (error?.message ?? '')),
    );
  });
}

/** In the project, so that the client finds the packages. */
async function createFolder(): Promise<string> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/api-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The generator needs the compiler as a library, which the `typescript` of this project is not. */
async function generateTypes(document: string): Promise<string> {
  const library = pathToFileURL(join(root, 'node_modules/@ts-morph/common/dist/typescript.js')).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' ? { url: library, format: 'commonjs', shortCircuit: true } : next(specifier, context),
  });
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await openapiTypescript(document));
}
