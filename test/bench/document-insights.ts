import Conf from 'conf';
import { modelFingerprint } from '../../electron/service/features/knowledge/embedding/model.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { startCallService } from '../helpers/service/start-call-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const calls = 100_000;
const documents = 200;
const passagesPerDocument = 50;
const targetMs = 200;
const rounds = 5;
const day = 24 * 60 * 60 * 1000;

/** Measures the cited passages and the documents without a citation, in 100,000 calls whose agents cite in every turn. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = folder.path;
  await prepareCalls(dataDir, { name: 'Bench', count: calls, turnsPerCall: 4 }, addCitations);
  const service = await startCallService({ dataDir, settings: new Conf({ cwd: dataDir, configName: 'settings' }) });
  try {
    const now = Date.now();
    const query = new URLSearchParams({
      from: new Date(now - 90 * day).toISOString(),
      to: new Date(now).toISOString(),
    });
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const startedAt = performance.now();
      const response = await service.send(`/v1/insights/documents?${query}`, {}, 'window');
      const body = await response.text();
      times.push(performance.now() - startedAt);
      if (!body.includes(`"document_count":${documents}`)) throw new Error(`The service answered ${response.status}.`);
    }
    const slowestMs = Math.max(...times.slice(1)); // the first one reads the file
    return [
      {
        name: `document insights of ${calls.toLocaleString('en')} calls, slowest of ${rounds}`,
        measured: `${slowestMs.toFixed(1)} ms`,
        target: `< ${targetMs} ms`,
        ok: slowestMs < targetMs,
      },
    ];
  } finally {
    await service.stop();
    await folder.remove();
  }
}

/** Adds documents of which every tenth is never cited, and a citation to each turn of an agent. */
function addCitations(db: Database): void {
  const numbers = (count: number) =>
    `WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number WHERE value < ${count - 1})`;
  db.bulkTransaction(() => {
    db.run(
      `${numbers(documents)}
      INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at, chunk_count, model)
      SELECT 'doc_' || value, org_id, 'Document ' || value, 'txt', 'file.txt', 1, value, 'active', 0, ${passagesPerDocument}, ?
      FROM number, (SELECT org_id FROM organization LIMIT 1)`,
      modelFingerprint,
    );
    db.run(`${numbers(passagesPerDocument)}
      INSERT INTO chunk (document, position, text) SELECT document.id, value, printf('%.900c', 'x')
      FROM document, number WHERE document_id LIKE 'doc_%'`);
    db.run(`INSERT INTO turn_passage (turn, position, document_id, title, chunk_position, called_at, agent)
      SELECT turn.id, 0, 'doc_' || (call.id % 20 * 10 + 1 + call.id / 20 % 9), 'Document',
        (call.id / 180 + turn.id) % ${passagesPerDocument}, call.created_at, agent.id
      FROM turn JOIN call ON call.id = turn.id / 4096 JOIN agent USING (agent_id) WHERE speaker = 'agent'`);
  });
}

if (import.meta.main) printRows(await bench());
