import { expect, test } from 'vitest';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { startHost, type RunningHost } from '../helpers/service/start-host.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** Creates a client with the session of the window. */
async function asWindow({ windowUrl, origin }: RunningHost): Promise<Client> {
  const session = await signIn(windowUrl);
  return createClient(origin + routeTreePaths.app, (url, init) =>
    // The client passes headers as a record.
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...session } }),
  );
}

const draft = (objective: string) => ({
  name: '',
  objective,
  target_audience: 'Those in arrears',
  required_integrations: ['slack', 'carrier pigeon'],
  saved_at: '2026-03-01T09:00:00.000Z',
});

test('drafts survive kill -9 with their last saved content', { timeout: 60_000 }, async () => {
  const folder = await createTemporaryFolder();
  const first = await startHost(folder.path);
  let app = await asWindow(first);
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  const save = (name: string, objective: string) =>
    app(appRoutes.saveItem, { json: { kind: 'request_draft', name, value: draft(objective) } });
  await save('draft-1', 'Remind');
  await save('draft-2', 'Two of them '.repeat(3_000));
  const latest = await save('draft-1', 'Remind customers of what is due');
  await first.kill();

  const second = await startHost(folder.path);
  app = await asWindow(second);
  const { data } = await app(appRoutes.listSavedItems, {});
  expect(data.map(({ kind, name }) => [kind, name])).toEqual([
    ['request_draft', 'draft-1'],
    ['request_draft', 'draft-2'],
  ]);
  expect(data[0]).toEqual(latest);
  expect(await second.stop()).toBe(0);
  await folder.remove();
});
