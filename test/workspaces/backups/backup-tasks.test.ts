import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Conf from 'conf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStep } from '../../../shared/workspaces/backups.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { openEventStream } from '../../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const program = fileURLToPath(new URL('../../helpers/damage/crash-while-backing-up.ts', import.meta.url));

let folder: TemporaryFolder;
let started: StartedService;

const start = async () => {
  const settings = new Conf({ cwd: folder.path, configName: 'settings' });
  started = await startService({ dataDir: folder.path, settings, log: { error: () => {} } });
};

beforeEach(async () => {
  folder = await createTemporaryFolder();
  copyDemoFolder(folder.path, 'recorded');
  await start();
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

const backups = () => join(folder.path, 'backups');
const list = () => started.app(appRoutes.listBackups, {});
const create = () => started.app(appRoutes.createBackup, { json: {} });
const listTemporary = () => readdirSync(join(folder.path, 'workspaces')).filter((name) => name.startsWith('.'));

/** Waits until the running task is in a step. */
async function waitForStep(step: BackupStep): Promise<void> {
  const events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
  await events.waitFor((event) => event.type === 'backup.progress' && event.task.step === step);
  await events.stop();
}

test('a task reports its steps, keeps others waiting, and leaves nothing when it is canceled', async () => {
  for (const step of ['preparing', 'writing', 'verifying'] as const) {
    const isInStep = waitForStep(step);
    const creating = create();
    const canceled = expect(creating).rejects.toMatchObject({ code: 'backup_canceled' });
    await isInStep;
    expect((await list()).task).toMatchObject({ kind: 'backup', subject: 'Northwind Broadband' });
    await expect(create()).rejects.toMatchObject({ code: 'backup_task_running' });
    expect((await started.app(appRoutes.cancelBackupTask, {})).task).toMatchObject({ kind: 'backup' });
    await canceled;
    expect([readdirSync(backups()), listTemporary(), (await list()).task]).toEqual([[], [], null]);
  }
  expect(await started.app(appRoutes.cancelBackupTask, {})).toEqual({ task: null });
});

test('a restore that is canceled, and one that a quit interrupts, leave nothing', async () => {
  const { backup_id } = await create();
  const restore = () => started.app(appRoutes.restoreBackup, { params: { backup_id }, json: {} });
  const before = (await started.app(appRoutes.listWorkspaces, {})).data;
  const isExtracting = waitForStep('extracting');
  const restoring = expect(restore()).rejects.toMatchObject({ code: 'backup_canceled' });
  await isExtracting;
  await started.app(appRoutes.cancelBackupTask, {});
  await restoring;
  const interrupted = expect(restore()).rejects.toMatchObject({ code: 'backup_canceled' });
  await started.service.close();
  await interrupted;
  await start();
  expect((await started.app(appRoutes.listWorkspaces, {})).data).toEqual(before);
  expect(listTemporary()).toEqual([]);
});

const fatalSteps = ['writing', 'verifying', 'preparing'] as const;

test('kill -9 while a backup is written leaves the whole file or none', async () => {
  for (const step of fatalSteps.slice(0, chooseFuzzRuns({ perCommit: 2, long: 3 }))) {
    await started.service.close();
    rmSync(backups(), { recursive: true, force: true });
    const args = ['--disable-warning=ExperimentalWarning', program, folder.path, step];
    expect(await once(spawn(process.execPath, args), 'exit')).toEqual([null, 'SIGKILL']);
    const left = existsSync(backups()) ? readdirSync(backups()).map((name) => name.replace(/^.*Z\./, '')) : [];
    expect(left).toEqual(
      { preparing: [], writing: ['switchboard-backup.part'], verifying: ['switchboard-backup'] }[step],
    );
    expect(listTemporary()).not.toEqual([]);
    const foreign = join(folder.path, 'backups', 'Another.switchboard-backup.part');
    mkdirSync(backups(), { recursive: true });
    writeFileSync(foreign, 'of another program');
    await start();
    expect(listTemporary()).toEqual([]);
    expect(readFileSync(foreign, 'utf8')).toBe('of another program');
    const { data } = await list();
    expect(data.map(({ check }) => check)).toEqual(step === 'verifying' ? [null] : []);
    for (const { backup_id } of data) {
      await started.app(appRoutes.verifyBackup, { params: { backup_id }, json: {} });
      expect((await list()).data[0]?.check).toMatchObject({ error: null });
    }
  }
});

test('files that are missing, damaged or unreadable do not prevent a backup, which says that they are missing', async () => {
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  const dir = join(folder.path, 'workspaces', id);
  const [original = ''] = readdirSync(join(dir, 'files'));
  const [recording = '', unreadable = ''] = readdirSync(join(dir, 'recordings'));
  rmSync(join(dir, 'files', original));
  writeFileSync(join(dir, 'recordings', recording), 'noise');
  rmSync(join(dir, 'recordings', unreadable));
  mkdirSync(join(dir, 'recordings', unreadable));
  const { summary, backup_id } = await create();
  expect(summary.missing_files).toBe(3);
  const restored = await started.app(appRoutes.restoreBackup, { params: { backup_id }, json: {} });
  const restoredDir = join(folder.path, 'workspaces', restored.workspace_id);
  expect(readdirSync(join(restoredDir, 'files'))).not.toContain(original);
  expect(readdirSync(join(restoredDir, 'recordings'))).not.toContain(recording);
  expect(readdirSync(join(restoredDir, 'recordings'))).not.toContain(unreadable);
  await started.app(appRoutes.openWorkspace, { params: restored });
  expect((await started.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a backup that the system cannot read is listed and answered with the reason',
  async () => {
    const { path, backup_id } = await create();
    // Its first byte cannot be read.
    execFileSync('mount', ['--bind', `/proc/${process.pid}/mem`, path]);
    try {
      const error = expect.stringMatching(/^This file cannot be read\. /);
      const listed = (await list()).data.find((backup) => backup.backup_id === backup_id);
      expect(listed).toMatchObject({ is_encrypted: false, check: { error } });
      for (const route of [appRoutes.previewBackup, appRoutes.verifyBackup, appRoutes.restoreBackup])
        await expect(started.app(route, { params: { backup_id }, json: {} })).rejects.toMatchObject({
          code: 'backup_invalid',
          message: error,
        });
    } finally {
      execFileSync('umount', [path]);
    }
  },
);

test('a folder of the user’s choice is used if it is writable, and named if it is not', async () => {
  const update = (chosen: string | null) => started.app(appRoutes.updateBackupSettings, { json: { folder: chosen } });
  const other = join(folder.path, 'other disk');
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  for (const [path, reason] of [
    ['relative/path', 'is not an absolute path'],
    [other, 'does not exist, or its disk is not connected'],
    [file, 'is not a folder'],
    [join(folder.path, 'workspaces'), 'contains workspaces'],
  ] as const)
    await expect(update(path)).rejects.toMatchObject({
      code: 'backup_folder_unusable',
      message: `The folder ${path} ${reason}. Choose another folder.`,
    });
  mkdirSync(other);
  expect(await update(other)).toMatchObject({ folder: other, default_folder: backups() });
  expect((await create()).path).toMatch(/other disk/);
  expect(readdirSync(other)).toHaveLength(1);
  rmSync(other, { recursive: true });
  expect(await list()).toMatchObject({ data: [], folder_error: expect.stringContaining('does not exist') });
  await expect(create()).rejects.toMatchObject({ code: 'backup_folder_unusable' });
  expect((await update(null)).folder).toBe(backups());
});
