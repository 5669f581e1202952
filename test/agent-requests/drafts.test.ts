import { expect, test } from 'vitest';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { startHost, type RunningHost } from '../helpers/service/start-host.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** Creates clients with the session of the window. */
async function asWindow({ windowUrl, origin }: RunningHost): Promise<Record<'app' | 'v1', Client>> {
  const session = await signIn(windowUrl);
  const create = (path: string) =>
    createClient(origin + path, (url, init) =>
      // The client passes headers as a record.
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...session } }),
    );
  return { app: create(routeTreePaths.app), v1: create(routeTreePaths.v1) };
}

const draft = (objective: string) => ({
  name: '',
  objective,
  target_audience: 'Those in arrears',
  required_integrations: ['slack', 'carrier pigeon'],
  saved_at: '2026-03-01T09:00:00.000Z',
});

test('drafts survive kill -9 with their last saved content', async () => {
  const folder = await createTemporaryFolder();
  const first = await startHost(folder.path);
  const { app, v1: firstV1 } = await asWindow(first);
  let v1 = firstV1;
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  const save = (name: string, objective: string) =>
    v1(v1Routes.saveItem, { json: { kind: 'request_draft', name, value: draft(objective) } });
  await save('draft-1', 'Remind');
  await save('draft-2', 'Two of them '.repeat(3_000));
  const latest = await save('draft-1', 'Remind customers of what is due');
  await first.kill();

  const second = await startHost(folder.path);
  ({ v1 } = await asWindow(second));
  const { data } = await v1(v1Routes.listSavedItems, {});
  expect(data.map(({ kind, name }) => [kind, name])).toEqual([
    ['request_draft', 'draft-1'],
    ['request_draft', 'draft-2'],
  ]);
  expect(data[0]).toEqual(latest);
  expect(await second.stop()).toBe(0);
  await folder.remove();
});
