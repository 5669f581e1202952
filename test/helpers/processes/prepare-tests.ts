import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { directorySchema } from '../../../electron/service/platform/db/postgres/directory-tables.ts';
import { loadLibpq } from '../../../electron/service/platform/db/postgres/libpq.ts';
import { prepareDemoFolder } from '../data/demo-folder.ts';
import { modelDir } from '../service/model-dir.ts';
import { testDatabaseVariable } from '../service/test-database-variable.ts';
import { findPostgres, startPostgres } from '../service/start-postgres.ts';

/**
 * Prepares the embedding model as the build does, and the demo that tests copy. Does nothing if both exist. Returns what is done
 * after the tests.
 */
export default async function prepareTests(): Promise<() => Promise<void>> {
  const script = fileURLToPath(new URL('../../../electron/setup/embedding-model/prepare-model.ts', import.meta.url));
  execFileSync(process.execPath, [script, modelDir], { stdio: ['ignore', 'ignore', 'inherit'] });
  prepareDemoFolder();
  const stopPostgres = await startPostgresIfNamed();
  const removeFiles = keepTemporaryFilesInMemory();
  return async () => {
    await stopPostgres();
    removeFiles();
  };
}

/** With `TEST_DATABASE=postgres`, services of tests keep their workspaces on a server instead of in files. */
async function startPostgresIfNamed(): Promise<() => Promise<void>> {
  const bin = findPostgres();
  if (process.env['TEST_DATABASE'] !== 'postgres') return () => Promise.resolve();
  if (!bin) throw new Error('PostgreSQL is not installed.');
  // Its own user cannot enter the folder of the tests.
  const parent = measureFreeBytes(memoryDisk) < neededBytes ? tmpdir() : memoryDisk;
  const { url, stop } = await startPostgres(bin, { parent });
  await allowEqualOrganizations(url);
  process.env[testDatabaseVariable] = url; // workers inherit it
  return stop;
}

/** Services of tests share the server, but know nothing of each other: their organizations can have the same ID. */
async function allowEqualOrganizations(url: string): Promise<void> {
  const connection = (await loadLibpq())({ dbname: url });
  connection.execute(directorySchema);
  connection.execute('ALTER TABLE switchboard.workspace DROP CONSTRAINT workspace_org_id_key');
  connection.close();
}

const memoryDisk = '/dev/shm';
const folderPrefix = 'switchboard-tests-';
const neededBytes = 4e9;

/** Each transaction of a test writes to the disk, which takes a third of the time. Returns a function that removes the files. */
function keepTemporaryFilesInMemory(): () => void {
  if (process.env['TMPDIR'] !== undefined || measureFreeBytes(memoryDisk) < neededBytes) return () => {};
  removeFoldersOfKilledRuns();
  const folder = join(memoryDisk, `${folderPrefix}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  process.env['TMPDIR'] = folder; // workers inherit it
  return () => rmSync(folder, { recursive: true, force: true });
}

function removeFoldersOfKilledRuns(): void {
  for (const name of readdirSync(memoryDisk).filter((one) => one.startsWith(folderPrefix)))
    if (!existsSync(join('/proc', name.slice(folderPrefix.length)))) removeUnlessBusy(join(memoryDisk, name));
}

/** Another run can remove the same folder at the same time. */
function removeUnlessBusy(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next run removes what is left.
  }
}

/** A container may have little shared memory, and only Linux has the folder. */
function measureFreeBytes(path: string): number {
  if (!existsSync(path)) return 0;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
