// The worker thread that fills the database of a new demo, which takes about a second. It ends when it is done.
import { generateId } from '../../platform/context.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { convertStorageFull } from '../../platform/workers/worker-problems.ts';
import type { DemoProtocol } from './demo-creator.ts';
import { seedDemo } from './seed-demo.ts';

serveRequests<DemoProtocol>({
  seed: ({ databasePath, dir, workspaceId, now, migrations }) =>
    convertStorageFull(() => {
      const db = openDatabase(databasePath, migrations);
      try {
        seedDemo(db, dir, workspaceId, { now: () => now, newId: generateId });
        return null;
      } finally {
        db.close();
      }
    }),
});
