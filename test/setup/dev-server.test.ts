import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import {
  signInPath,
  windowSecretHeader,
  windowTokenHeader,
  windowTokenParameter,
} from '../../shared/window/window-session.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

it('the development server opens a window for its token only, whatever the fields of a browser say', async () => {
  const folder = await createTemporaryFolder();
  const script = fileURLToPath(new URL('../../electron/setup/dev-server.mjs', import.meta.url));
  const options = { dataDir: folder.path, port: await findFreePort() };
  const server = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(server, 'exit');
  try {
    const lines = createInterface({ input: server.stderr });
    let url: URL | undefined;
    for await (const line of lines) {
      const text = /Switchboard with hot reload: (\S+)/.exec(line)?.[1];
      if (text) url = new URL(text);
      if (url) break;
    }
    if (!url) throw new Error('The development server has not started.');
    const { origin, searchParams } = url;
    const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
      fetch(origin + path, { ...init, headers: { 'Sec-Fetch-Site': 'same-origin', Origin: origin, ...init.headers } });
    const session = `${routeTreePaths.app}${appRoutes.getSession.path}`;
    expect((await ask(session)).status).toBe(401);
    const headers = { [windowTokenHeader]: searchParams.get(windowTokenParameter) ?? '' };
    const { secret } = (await (await ask(signInPath, { method: 'POST', headers })).json()) as { secret: string };
    expect((await ask(session, { headers: { [windowSecretHeader]: secret } })).status).toBe(200);
    expect((await ask(signInPath, { method: 'POST', headers })).status, 'the token works once').toBe(401);
  } finally {
    server.kill();
    await exit;
    await folder.remove();
  }
});
