import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWindowPage, createWindowSession } from '../../electron/host/window-session.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let usualMask: number;
let errors: unknown[];
const session = createWindowSession();

beforeEach(async () => {
  folder = await createTemporaryFolder();
  usualMask = process.umask(0);
  errors = [];
});
afterEach(async () => {
  process.umask(usualMask);
  await folder.remove();
});

const createPage = () =>
  createWindowPage(folder.path, 'http://127.0.0.1:1', session, (error) => void errors.push(error));
const readToken = (path: string) => /token=([\w-]+)"/.exec(readFileSync(path, 'utf8'))?.[1];

it('the page that opens a window can be read by this user only, also if there is a file that everybody can read', () => {
  for (const name of ['open-window.html', 'open-window.html.new']) writeFileSync(join(folder.path, name), '');
  const { path } = createPage();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.new`)).toBe(false);
});

it('the page has another token as soon as its token is used, and is removed when the application quits', () => {
  const { path, remove } = createPage();
  const token = readToken(path);
  expect(session.exchangeToken(token)).toBe(session.secret);
  expect(readToken(path)).not.toBe(token);
  expect(session.exchangeToken(token)).toBeNull();
  expect(session.exchangeToken(readToken(path))).toBe(session.secret);
  remove();
  expect(existsSync(path)).toBe(false);
});

it('a page that cannot be replaced still opens its window', () => {
  const { path } = createPage();
  const token = readToken(path);
  rmSync(folder.path, { recursive: true });
  expect(session.exchangeToken(token)).toBe(session.secret);
  expect(errors).toMatchObject([{ code: 'ENOENT' }]);
});

it.runIf(process.platform === 'linux')(
  'the browser is started with the path of the page, without a token, by a program that runs as long as the browser',
  async () => {
    const bin = join(folder.path, 'bin');
    const dataDir = join(folder.path, 'data');
    const seen = join(folder.path, 'seen');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$@" > '${seen}'\nexec sleep 5\n`, { mode: 0o755 });
    const host = await startHost(dataDir, {
      variables: { DISPLAY: ':0', PATH: `${bin}${delimiter}${process.env['PATH']}` },
    });
    expect(host.output()).toContain('Switchboard is open in your browser.');
    expect((await readFile(seen, 'utf8')).trim()).toBe(pathToFileURL(join(dataDir, 'open-window.html')).href);
    await host.stop();
    expect(existsSync(join(dataDir, 'open-window.html'))).toBe(false);
  },
);
