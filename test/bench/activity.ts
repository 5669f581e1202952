import { join } from 'node:path';
import {
  countActivity,
  insertActivity,
  listActivityPage,
} from '../../electron/service/features/activity/activity-queries.ts';
import { verifyActivity } from '../../electron/service/features/activity/verify-activity.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import type { ActivityFilter } from '../../shared/organization/activity.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const count = 100_000;
const listTargetMs = 60;
const blockedTargetMs = 50;
const rounds = 9;

const filters: readonly ActivityFilter[] = [{}, { result: 'refused' }, { operation: 'operation 3', actor: 'key_3' }];

/** Measures 100,000 activity entries: listing a range with its total, and verifying the chain without blocking requests. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const db = openDatabase(join(folder.path, 'workspace.db'), migrations);
  try {
    db.transaction(() => {
      for (let at = 0; at < count; at++) insertActivity(db, makeRow(at));
    });
    const listMs = Math.max(...filters.flatMap((filter) => [0, count * 0.9].map((at) => measureList(db, filter, at))));
    const { verifyMs, blockedMs } = await measureVerify(db);
    return [
      {
        name: `100 of ${count.toLocaleString('en')} activity entries with their total, slowest filter and offset`,
        measured: `${listMs.toFixed(1)} ms`,
        target: `< ${listTargetMs} ms`,
        ok: listMs < listTargetMs,
      },
      {
        name: `event loop blocked while their chain is verified in ${verifyMs.toFixed(0)} ms, longest`,
        measured: `${blockedMs.toFixed(1)} ms`,
        target: `< ${blockedTargetMs} ms`,
        ok: blockedMs < blockedTargetMs,
      },
    ];
  } finally {
    db.close();
    await folder.remove();
  }
}

function makeRow(at: number): Parameters<typeof insertActivity>[1] {
  return {
    at: 1.7e12 + at * 1000,
    actor_id: `key_${at % 20}`,
    actor_name: 'Nightly export',
    actor_hint: 'x2Zq',
    role: 'admin',
    operation: `operation ${at % 30}`,
    subject_id: `doc_${at}`,
    subject_label: 'Plans and pricing',
    result: at % 10 === 0 ? 'refused' : 'done',
    status: at % 10 === 0 ? 403 : 200,
    code: at % 10 === 0 ? 'forbidden' : null,
    request_id: `req_${at}`,
  };
}

/** Returns the median of several rounds. */
function measureList(db: Database, filter: ActivityFilter, offset: number): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    listActivityPage(db, filter, { offset, limit: 100 });
    countActivity(db, filter);
    return performance.now() - startedAt;
  });
  return findMedian(times);
}

async function measureVerify(db: Database) {
  let blockedMs = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - before);
    before = performance.now();
  }, 1);
  const startedAt = performance.now();
  const { violation } = await verifyActivity(db);
  const verifyMs = performance.now() - startedAt;
  clearInterval(timer);
  if (violation) throw new Error(`The chain is broken: ${JSON.stringify(violation)}`);
  return { verifyMs, blockedMs };
}

if (import.meta.main) printRows(await bench());
