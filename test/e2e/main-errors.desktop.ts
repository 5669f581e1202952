import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { launchDesktop } from '../helpers/desktop/launch-desktop.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

test('the log names each failure of the main process, and an error that nothing handles ends the application', async () => {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  copyDemoFolder(dataDir);
  const { app, page } = await launchDesktop(dataDir);
  await expect(page.locator('#root').getByRole('list', { name: 'Latest calls' })).toBeVisible();
  const logPath = join(dataDir, 'logs', 'switchboard.log');
  const readLog = () => readFileSync(logPath, 'utf8');

  const scripts = { waiting: 'setInterval(() => {}, 1000);', crashing: 'process.abort();' };
  const paths = Object.entries(scripts).map(([name, script]) => {
    const path = join(folder.path, `${name}.mjs`);
    writeFileSync(path, script);
    return path;
  });
  await app.evaluate(async ({ utilityProcess }, [waiting = '', crashing = '']) => {
    const killed = utilityProcess.fork(waiting, [], { serviceName: 'waiting', stdio: 'ignore' });
    await new Promise((resolve) => killed.once('spawn', () => resolve(null)));
    const crashed = utilityProcess.fork(crashing, [], { serviceName: 'crashing', stdio: 'ignore' });
    const ended = [killed, crashed].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    process.kill(Number(killed.pid), 'SIGKILL');
    await Promise.all(ended);
  }, paths);
  await expect.poll(readLog).toMatch(/A child process ended: crashing, crashed \(\d+\)\./);
  expect(readLog(), 'the service ends processes itself').not.toContain('waiting');

  await app.evaluate(({ BrowserWindow }) => {
    void Promise.reject(new Error('a rejection that nothing handles'));
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(readLog).toMatch(/The process of the window ended: (crashed|killed)/);
  expect(readLog()).toContain('a rejection that nothing handles');

  let output = '';
  app.process().stderr?.on('data', (text: Buffer) => (output += String(text)));
  const exit = once(app.process(), 'exit');
  await app.evaluate(({ dialog }) => {
    Object.assign(dialog, { showErrorBox: (...texts: readonly string[]) => console.error(texts.join('\n')) });
    setTimeout(() => {
      throw Object.assign(new Error(`EIO: i/o error, open '/disk/Harbour'`), { path: '/disk/Harbour' });
    }, 100);
  });
  expect(await exit, output).toEqual([1, null]);
  expect(output).toContain('An unexpected error ended Switchboard\nEverything that was saved is kept.');
  const entry = JSON.parse(readLog().trimEnd().split('\n').at(-1) ?? '') as unknown;
  expect(entry).toMatchObject({ level: 50, name: 'switchboard', err: { message: `EIO: i/o error, open '…'` } });
  if (process.platform !== 'win32') expect(statSync(logPath).mode & 0o777).toBe(0o600);
  await folder.remove();
});
