import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import Conf from 'conf';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startServe } from '../helpers/service/start-host.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';

/** The connection of a linked workspace. */
export type Remote = { readonly base_url: string; readonly org_id: string; readonly api_key: string };

/** Starts the service with an open workspace that is linked to a remote. */
export async function startLinkedTo(remote: Remote): Promise<StartedService> {
  const started = await startService({ keychain: createTestKeychain(), rateLimitPerMinute: 0 });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Linked', connection: remote } });
  return started;
}

/** Returns the address of a strict remote that does not run yet. */
export async function reserveStrictRemote(): Promise<Remote> {
  const port = await findFreePort();
  return {
    base_url: `http://127.0.0.1:${port}/platform/v1`,
    org_id: 'org_remote',
    api_key: 'remote-admin-key-1',
  };
}

const strictRemoteModule = new URL('../helpers/remote/strict-remote.ts', import.meta.url).href;

/** Runs a strict remote in a process of its own. */
export async function withStrictRemote<T>(remote: Remote, run: () => Promise<T>): Promise<T> {
  const port = Number(new URL(remote.base_url).port);
  const script = `
    const { startStrictRemote } = await import(${JSON.stringify(strictRemoteModule)});
    await startStrictRemote({ port: ${port}, orgId: ${JSON.stringify(remote.org_id)} });
    console.log('ready');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    return await run();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

/** Runs `serve` in a process of its own, with the data that `prepare` stores, as a remote without a rate limit. */
export async function withServedRemote<T>(
  prepare: (dataDir: string) => Promise<void>,
  run: (remote: Remote) => Promise<T>,
): Promise<T> {
  const folder = await createTemporaryFolder();
  await prepare(folder.path);
  const api_key = await createKey(folder.path);
  const serve = await startServe(folder.path, '--rate-limit', '0');
  try {
    const { base_url, org_id } = serve.line;
    return await run({ base_url, org_id, api_key });
  } finally {
    await serve.stop();
    await folder.remove();
  }
}

/** Creates an API key of the workspace that the settings of a data folder open. */
async function createKey(dataDir: string): Promise<string> {
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { v1, stop } = await startService({ dataDir, settings });
  const { secret } = await v1(v1Routes.createApiKey, { json: { name: 'Linked workspace', role: 'admin' } });
  await stop();
  if (secret === null) throw new Error('The API key has no secret.');
  return secret;
}

/** Resolves when the condition holds. It is checked often enough for the figures, and too seldom to slow anything down. */
export async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await delay(25);
}
