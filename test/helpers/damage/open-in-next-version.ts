// Opens the workspace of a data folder with a version of the application that is one ahead, which migrates it.
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { nextMigration } from '../service/next-migration.ts';
import { startService } from '../service/start-service.ts';

const [dataDir = ''] = process.argv.slice(2);
const { app, service } = await startService({ dataDir, migrations: [...migrations, nextMigration] });
const { data } = await app(appRoutes.listWorkspaces, {});
for (const { workspace_id } of data) await app(appRoutes.openWorkspace, { params: { workspace_id } });
await service.close();
