import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createApiKey } from '../../electron/service/features/api-keys/api-keys.ts';
import { modelFingerprint } from '../../electron/service/features/knowledge/embedding/model.ts';
import { insertChunk } from '../../electron/service/features/knowledge/chunk-queries.ts';
import { insertDocument } from '../../electron/service/features/knowledge/document-queries.ts';
import { generateId, type Context } from '../../electron/service/platform/context.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { loadLibpq } from '../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../electron/service/platform/db/postgres/postgres-databases.ts';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import { fillNewWorkspace } from '../../electron/service/workspaces/fill-new-workspace.ts';
import { fillSearchIndex } from '../../electron/service/workspaces/fill-search-index.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { seedCalls } from '../helpers/data/seed-calls.ts';

/** An organization of a team server, with an Admin key, an agent and calls. */
export type BenchOrganization = {
  readonly id: string;
  readonly key: string;
  readonly agentId: string;
  readonly callIds: readonly string[];
};

type OrganizationSize = { readonly calls: number; readonly turnsPerCall: number; readonly chunks: number };

/** Creates organizations on a PostgreSQL server, without a node. `dir` is for their files. */
export class BenchOrganizations {
  readonly databases: PostgresDatabases;
  readonly #dir: string;

  private constructor(databases: PostgresDatabases, dir: string) {
    this.databases = databases;
    this.#dir = dir;
  }

  static async open(url: string, dir: string): Promise<BenchOrganizations> {
    const connect = await loadLibpq();
    return new BenchOrganizations(new PostgresDatabases({ connect, parameters: { dbname: url }, migrations }), dir);
  }

  async create(size: OrganizationSize = { calls: 20, turnsPerCall: 2, chunks: 0 }): Promise<BenchOrganization> {
    const id = generateId('wsp');
    const context = { databases: this.databases, newId: generateId, now: Date.now, randomBytes };
    const dir = join(this.#dir, id);
    mkdirSync(dir, { recursive: true });
    const workspace = { kind: 'local', name: 'Harbour Office', industry: '', email: '' } as const;
    await fillNewWorkspace(dir, id, workspace, context as unknown as Context); // the parts that it uses
    const created = this.use(id, (db) => {
      const agent = db.get<{ readonly org_id: string; readonly agent_id: string; readonly name: string }>(
        'SELECT org_id, agent_id, name FROM agent',
      );
      if (!agent) throw new Error('The organization has no agent.');
      const orgId = agent.org_id;
      seedCalls(db, {
        orgId,
        agents: [agent],
        count: size.calls,
        turnsPerCall: size.turnsPerCall,
        lastCallAtMs: Date.now() - 60_000,
      });
      addChunks(db, orgId, size.chunks);
      const { secret: key } = createApiKey(db, context, { orgId, role: 'admin', name: 'Bench' });
      return {
        id,
        key,
        agentId: agent.agent_id,
        callIds: Array.from({ length: size.calls }, (_, index) => `call_${index}`),
      };
    });
    rmSync(dir, { recursive: true, force: true }); // a node has its own
    return created;
  }

  /** Uses the database of an organization that no node serves. */
  use<T>(id: string, work: (db: Database) => T): T {
    const db = this.databases.open({ id, dir: join(this.#dir, id) }, { fillSearchIndex });
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
}

const [chunksPerDocument, dimensions] = [200, 384];

/** Adds documents of made-up words, whose vectors are random. */
function addChunks(db: Database, orgId: string, count: number): void {
  const { next: random } = createRandom(String(count));
  for (let from = 0; from < count; from += chunksPerDocument)
    db.bulkTransaction(() => {
      const row = insertDocument(db, orgId, {
        documentId: generateId('doc'),
        title: `Manual ${from}`,
        kind: 'txt',
        fileName: `manual-${from}.txt`,
        sizeBytes: 1_000,
        sha256: randomBytes(32).toString('hex'),
        addedAt: Date.now(),
      });
      for (let position = 0; position < chunksPerDocument; position++) {
        const vector = Float32Array.from({ length: dimensions }, () => (random() - 0.5) / 5.66);
        const text = Array.from({ length: 150 }, () => `word${Math.floor(20_000 ** random())}`).join(' ');
        insertChunk(db, row, { position, page: null, heading: null, text, vector }, modelFingerprint);
      }
      db.run(
        `UPDATE document SET status = 'active', model = ?, chunk_count = ? WHERE id = ?`,
        modelFingerprint,
        chunksPerDocument,
        row,
      );
    });
}
