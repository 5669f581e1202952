import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countCalls,
  listCallIds,
  listCallsBefore,
  listCallsInOrder,
  listDispositions,
} from '../../electron/service/features/calls/call-list-queries.ts';
import { listTags } from '../../electron/service/features/calls/call-review-queries.ts';
import { listReviewers } from '../../electron/service/features/calls/scorecard/score-queries.ts';
import { insertRecording, readPeaks } from '../../electron/service/features/recordings/recording-queries.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import type { CallFilter } from '../../shared/calls/call-filter.ts';
import { callSortFields } from '../../shared/calls/calls.ts';
import { ExplainingDatabase } from '../helpers/service/explaining-database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let db: ExplainingDatabase;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  openDatabase(path, migrations).close();
  db = new ExplainingDatabase(path);
});
afterAll(async () => {
  db.close();
  await folder.remove();
});

const filters: readonly CallFilter[] = [
  {},
  { status: 'busy' },
  { agent: 'agt_1' },
  { disposition: 'Interested' },
  { outcome_group: 'successful' },
  { mode: 'practice' },
  { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  { review_state: 'not_reviewed' },
  { assignee: 'usr_1' },
  { assignee: 'none' },
  { tag: 'vip' },
  { score_state: 'scored' },
  { score_state: 'not_scored' },
  { reviewer: 'usr_1' },
  { notes: 'with_notes' },
  { notes: 'without_notes' },
  { score_percent_min: 50, score_percent_below: 90 },
  { agent_talk_percent_min: 60, monologue_seconds_min: 30, interruptions_min: 1, questions_min: 1 },
  { status: 'completed', agent: 'agt_1', disposition: 'Interested' },
];

test('no list of calls reads calls that it does not return', () => {
  for (const filter of filters) {
    db.plans.length = 0;
    for (const sort of callSortFields)
      listCallsInOrder(db, 'org_1', filter, { sort, descending: true, offset: 0, limit: 100 });
    listCallsBefore(db, 'org_1', filter, { before: 1_000, limit: 100 });
    listCallsBefore(db, 'org_1', filter, { before: 1_000, limit: 100, withoutTrials: true });
    countCalls(db, 'org_1', filter);
    // A filter by score also reads the criteria, and one by tag the different tags, of which there are few.
    const plans = db.plans.filter((plan) => !/^SEARCH criterion|^CO-ROUTINE each; SETUP; SEARCH call_tag /.test(plan));
    for (const plan of plans) expect(plan, JSON.stringify(filter)).toMatch(/^SEARCH call USING COVERING INDEX/);
  }
});

test('without a filter, each order comes from its index without sorting', () => {
  db.plans.length = 0;
  for (const sort of callSortFields) {
    for (const descending of [true, false])
      listCallsInOrder(db, 'org_1', {}, { sort, descending, offset: 0, limit: 100 });
  }
  expect(db.plans.length).toBe(callSortFields.length * 2);
  for (const plan of db.plans) expect(plan).not.toContain('TEMP B-TREE');
});

test('a search in the default order stops at its limit, and is counted without reading calls', () => {
  db.plans.length = 0;
  listCallsInOrder(db, 'org_1', { text: 'walrus' }, { sort: 'created', descending: true, offset: 0, limit: 100 });
  const listing = db.plans.at(-1);
  expect(listing).toMatch(/^SCAN call_fts VIRTUAL TABLE INDEX/);
  expect(listing).not.toContain('TEMP B-TREE');
  countCalls(db, 'org_1', { text: 'walrus' });
  expect(db.plans.at(-1)).toMatch(/^SCAN call_fts VIRTUAL TABLE INDEX[^;]*$/);
});

test('a search that also matches metadata merges both indexes and stops at its limit', () => {
  db.run(`INSERT INTO call_metadata_fts (rowid, text) VALUES (1, 'kangaroo')`);
  for (const descending of [true, false]) {
    listCallsInOrder(db, 'org_1', { text: 'kangaroo' }, { sort: 'created', descending, offset: 0, limit: 100 });
    const plan = db.plans.at(-1);
    expect(plan).toContain('MERGE (UNION)');
    expect(plan).toContain('SCAN call_fts VIRTUAL TABLE INDEX');
    expect(plan).toContain('SCAN call_metadata_fts VIRTUAL TABLE INDEX');
    expect(plan).not.toContain('TEMP B-TREE');
  }
  db.plans.length = 0;
  countCalls(db, 'org_1', { text: 'kangaroo' });
  expect(db.plans.join('; ')).not.toContain('SEARCH call ');
});

test('a search that also matches notes and tags merges their indexes and stops at its limit', () => {
  db.execute(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO note_fts (rowid, text) VALUES (1, 'wombat');
    INSERT INTO call_tag VALUES (1, 'wombat');`);
  db.plans.length = 0;
  listCallsInOrder(db, 'org_1', { text: 'wombat' }, { sort: 'created', descending: true, offset: 0, limit: 100 });
  const plan = db.plans.at(-1);
  expect(plan).toContain('SCAN note_fts VIRTUAL TABLE INDEX');
  expect(plan).toContain('SEARCH call_tag USING COVERING INDEX call_tag_by_tag (tag=?');
  expect(plan, 'only the calls with one of several tags are sorted').not.toMatch(/SCAN call(_tag)?\b(?!_)/);
  db.plans.length = 0;
  countCalls(db, 'org_1', { text: 'wombat' });
  expect(db.plans.join('; ')).not.toContain('SEARCH call ');
});

test('tags and reviewers are read by skipping through the index', () => {
  db.plans.length = 0;
  listTags(db);
  expect(db.plans[0]).toContain('tag>?');
  listReviewers(db);
  expect(db.plans[1]).toContain('SEARCH call_score USING COVERING INDEX call_score_by_reviewer (<expr>>?)');
  listCallIds(db, 'org_1', { reviewer: 'usr_1' });
  expect(db.plans[2]).toContain('SEARCH call_score USING COVERING INDEX call_score_by_reviewer (<expr>=?');
});

test('dispositions are read by skipping through the index', () => {
  db.plans.length = 0;
  listDispositions(db, 'org_1');
  expect(db.plans[0]).toContain('disposition>?');
});

test('the peaks of a long recording are reduced to the maximum of each group', () => {
  db.execute(`
    PRAGMA foreign_keys = OFF;
    PRAGMA synchronous = OFF;
  `);
  const hours = 2;
  const peaks = new Uint8Array(hours * 3_600 * 50);
  peaks[123_456] = 255;
  const channels = [peaks, new Uint8Array(peaks.length)] as const;
  insertRecording(db, 1, {
    sizeBytes: 1,
    sha256: '',
    durationSeconds: hours * 3_600,
    peaks: { perSecond: 50, channels },
  });
  const { per_second, channels: read } = readPeaks(db, 1);
  expect(read[0].length).toBeLessThanOrEqual(36_000);
  expect(read[0].length / per_second).toBeCloseTo(hours * 3_600, 0);
  expect(read[0][Math.floor((123_456 / 50) * per_second)]).toBe(1);
  expect(read[0].filter((level) => level > 0).length).toBe(1);
  expect(read[1].every((level) => level === 0)).toBe(true);
});
