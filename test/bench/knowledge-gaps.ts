import { setTimeout as wait } from 'node:timers/promises';
import Conf from 'conf';
import { embeddingDimensions, modelFingerprint } from '../../electron/service/features/knowledge/embedding/model.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import type { KnowledgeGapList } from '../../shared/insights/knowledge-gaps.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const calls = 100_000;
const questions = 5_000;
const topics = 400;
const targetMs = 1_000;
const blockedTargetMs = 16;
const rounds = 5;

/** The batches of questions during whose embedding the event loop is observed. */
const measuredBatches = 60;

const day = 24 * 60 * 60 * 1000;

/** Measures the knowledge gaps of 5,000 unanswered questions, with stored vectors and while the questions are embedded. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = folder.path;
  await prepareCalls(dataDir, { name: 'Bench', count: calls, turnsPerCall: 4 }, addQuestions);
  const service = await startCallService({ dataDir, settings: new Conf({ cwd: dataDir, configName: 'settings' }) });
  try {
    const times: number[] = [];
    const { blockedMs } = await measureBlocking(async () => {
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now();
        // Not with the client, which checks the response in the same thread.
        const response = await service.send(
          `/v1/insights/knowledge-gaps?${new URLSearchParams(getPeriod(1))}`,
          {},
          'window',
        );
        times.push(performance.now() - startedAt);
        if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      }
    });
    // The model and the tokenizer are loaded once, with the first document or search.
    await service.v1(v1Routes.searchKnowledge, { json: { query: 'opening hours' } });
    const startedAt = performance.now();
    let firstMs = 0;
    const embedding = await measureBlocking(async () => {
      await listUntil(service, ({ data }) => data.length > 0);
      firstMs = performance.now() - startedAt;
      // The window asks again every second at most.
      const events = await subscribeToEvents(service.v1);
      for (let batch = 0; batch < measuredBatches; batch++) await events.waitForNext(isGapEvent);
      await events.stop();
    });
    const name = `of ${questions.toLocaleString('en')} questions in ${calls.toLocaleString('en')} calls`;
    return [
      createRow(`knowledge gaps ${name}, slowest of ${rounds}`, Math.max(...times), targetMs),
      createRow('event loop blocked meanwhile, longest', blockedMs, blockedTargetMs),
      createRow(`first knowledge gaps ${name} without vectors`, firstMs, targetMs),
      createRow('event loop blocked while they are embedded, longest', embedding.blockedMs, blockedTargetMs),
    ];
  } finally {
    await service.stop();
    await folder.remove();
  }
}

const createRow = (name: string, ms: number, target: number): BenchRow => ({
  name,
  measured: `${ms.toFixed(1)} ms`,
  target: `< ${target} ms`,
  ok: ms < target,
});

/** The first period has the questions with vectors, the second one those without. */
const getPeriod = (number: 1 | 2) => ({
  from: new Date(number * 40 * day).toISOString(),
  to: new Date((number + 1) * 40 * day).toISOString(),
});

const isGapEvent = ({ type }: { readonly type: string }) => type === 'knowledge_gaps.changed';

async function listUntil(service: CallService, isAccepted: (gaps: KnowledgeGapList) => boolean): Promise<void> {
  await readUntil(
    await subscribeToEvents(service.v1),
    isGapEvent,
    () => service.v1(v1Routes.listKnowledgeGaps, { query: getPeriod(2) }),
    isAccepted,
  );
}

/** Marks turns of two sets of calls: questions on several topics with a vector, and questions without. */
function addQuestions(db: Database): void {
  const { next: random } = createRandom('knowledge gaps');
  const createVector = () => Float32Array.from({ length: embeddingDimensions }, () => random() - 0.5);
  const centers = Array.from({ length: topics }, createVector);
  const turns = db.all<{ readonly id: number; readonly org_id: string }>(
    `SELECT turn.id, call.org_id FROM turn JOIN call ON call.id = turn.id / 4096 WHERE speaker = 'user' LIMIT ?`,
    2 * questions,
  );
  const sql = 'INSERT INTO unanswered_question (turn, org_id, asked_at, model, embedding) VALUES (?, ?, ?, ?, ?)';
  db.bulkTransaction(() => {
    for (const [index, { id, org_id }] of turns.entries()) {
      const hasVector = index % 2 === 0;
      const askedAt = (hasVector ? 41 : 81) * day + index * 1000;
      const center = centers[Math.floor(topics * random() ** 2)] ?? createVector();
      const noise = createVector();
      const vector = normalize(center.map((value, at) => value + 0.6 * (noise[at] ?? 0)));
      const embedding = new Uint8Array(vector.buffer);
      db.run(sql, id, org_id, askedAt, hasVector ? modelFingerprint : null, hasVector ? embedding : null);
    }
  });
}

function normalize(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

async function measureBlocking(run: () => Promise<void>): Promise<{ readonly blockedMs: number }> {
  await wait(100); // requests that began before
  let blockedMs = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - before);
    before = performance.now();
  }, 1);
  await run();
  clearInterval(timer);
  return { blockedMs };
}

if (import.meta.main) printRows(await bench());
