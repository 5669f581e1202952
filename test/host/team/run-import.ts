// Imports a workspace into a database, as `serve` does: the database, the data folder and the path are the arguments.
import { importWorkspace } from '../../../electron/host/team/import-workspace.ts';
import { runOrExitWithError } from '../../../electron/host/run-or-exit-with-error.ts';

const [database = '', dataDir = '', path = ''] = process.argv.slice(2);
await runOrExitWithError(() => importWorkspace(path, null, { database, dataDir }));
