import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import {
  readRecordedCall,
  getRecordingPath,
  deserializeRecording,
} from '../../../electron/service/workspaces/demo/recorded-call.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { cutTimeRange, decodeRecording, peakOf } from '../../speech/decoded-recording.ts';
import { makeDemoCalls } from '../../fixtures/make-demo-calls.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { startDemoService } from '../../helpers/data/demo-keys.ts';
import { chooseFuzzRuns, isLong } from '../../helpers/processes/fuzz-runs.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { testOnFile } from '../../helpers/service/test-on-file.ts';

const shippedDir = fileURLToPath(new URL('../../../electron/service/workspaces/demo/calls/', import.meta.url));

const ended = demoCalls.filter((call) => call.recipient !== 'interrupted');

/** The shipped calls that the recipient answered. */
const recorded = ended.flatMap((call) => {
  const outcome = readRecordedCall(call.callId);
  return outcome.status === 'completed' ? [{ ...call, ...outcome }] : [];
});

describe('the shipped calls', () => {
  test('are the calls of the demo, at least 40 of them with a recording', () => {
    const files = readdirSync(shippedDir);
    const expected = [...ended.map(({ callId }) => `${callId}.json`), ...recorded.map(({ callId }) => `${callId}.mp3`)];
    expect(files.toSorted()).toEqual(expected.toSorted());
    expect(recorded.length).toBeGreaterThanOrEqual(40);
    expect(new Set(demoCalls.map(({ callId }) => callId)).size).toBe(demoCalls.length);
    for (const { callId } of demoCalls) expect(callId).toMatch(/^call_[\da-f]{24}$/);
  });

  test('were placed at any minute and second, and last from seconds to minutes', () => {
    const times = demoCalls.map(({ at }) => at.split(':').map(Number));
    expect(new Set(times.map(([, minute]) => minute)).size).toBeGreaterThan(demoCalls.length / 2);
    expect(new Set(times.map(([, , second]) => second)).size).toBeGreaterThan(demoCalls.length / 2);
    const durations = recorded.map(({ durationSeconds }) => durationSeconds);
    expect(new Set(durations).size).toBeGreaterThanOrEqual(20);
    expect([Math.min(...durations) < 20, Math.max(...durations) > 120]).toEqual([true, true]);
    const names = demoCalls.map(({ number, metadata }) => `${number} ${String(metadata['first_name'])}`);
    expect(new Set(names).size).toBe(new Set(demoCalls.map(({ number }) => number)).size);
  });

  test.each(recorded)(
    'the stored result of $callId belongs to its recording',
    ({ callId, recording, turns, durationSeconds }) => {
      const bytes = readFileSync(getRecordingPath(callId));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
        recording.sizeBytes,
        recording.sha256,
      ]);
      expect(durationSeconds).toBeLessThanOrEqual(Math.ceil(recording.durationSeconds));
      for (const peaks of deserializeRecording(recording).peaks.channels)
        expect(Math.abs(peaks.length / recording.peaksPerSecond - recording.durationSeconds)).toBeLessThan(0.1);
      for (const [at, { startSeconds, endSeconds }] of turns.entries()) {
        expect(startSeconds).toBeGreaterThanOrEqual(turns[at - 1]?.endSeconds ?? 0);
        expect(endSeconds).toBeGreaterThan(startSeconds);
        expect(endSeconds).toBeLessThanOrEqual(recording.durationSeconds);
      }
    },
  );

  test.each(pickEvenly(recorded, chooseFuzzRuns({ perCommit: 5, long: recorded.length })))(
    'the recording of $callId has the sound of its turns and peaks',
    async ({ callId, recording, turns }) => {
      const decoded = await decodeRecording(getRecordingPath(callId));
      expect(Math.abs(decoded.durationSeconds - recording.durationSeconds)).toBeLessThan(0.05);
      const { channels } = deserializeRecording(recording).peaks;
      for (const [at, samples] of decoded.channels.entries()) {
        const loudest = peakOf(samples);
        expect([loudest > 0.1, loudest < 0.999]).toEqual([true, true]);
        expect(Math.abs(Math.max(...(channels[at] ?? [])) / 255 - loudest)).toBeLessThan(0.1);
      }
      for (const { speaker, startSeconds, endSeconds, text } of turns) {
        const sound = cutTimeRange(decoded, speaker === 'agent' ? 0 : 1, startSeconds, endSeconds);
        expect(peakOf(sound), text).toBeGreaterThan(0.05);
      }
    },
  );

  testOnFile('can be reproduced byte for byte, simulated and practice calls', { timeout: 600_000 }, async () => {
    const simulated = recorded.filter(({ recipient }) => recipient === 'simulated');
    const practice = recorded.filter(({ recipient }) => recipient === 'practice');
    const answering = practice.filter(({ turns }) => turns.some(({ citations }) => citations.length > 0));
    const all = isLong ? [...simulated, ...practice] : [findShortest(simulated), findShortest(answering)];
    const folder = await createTemporaryFolder();
    await makeDemoCalls(folder.path, all, copyDemoWithOtherCallIds);
    const files = readdirSync(folder.path);
    expect(files).toHaveLength(2 * all.length);
    for (const file of files) {
      const same = readFileSync(join(folder.path, file)).equals(readFileSync(join(shippedDir, file)));
      expect(same, `${file} differs: run make-demo-calls.ts`).toBe(true);
    }
    await folder.remove();
  });
});

test('the agents’ answers quote the passages that they cite, once the documents are active', async () => {
  const started = await startDemoService();
  const { data: documents } = await started.app(appRoutes.listDocumentRecords, {});
  const cited = new Set<string>();
  for (const { callId } of recorded) {
    const { turns } = await started.v1(v1Routes.getCallTimeline, { params: { call_id: callId } });
    for (const { speaker, text, passages } of turns) {
      if (passages.length > 0) expect(speaker).toBe('agent');
      for (const passage of passages) {
        cited.add(passage.title);
        expect(documents.find(({ document_id }) => document_id === passage.document_id)?.title).toBe(passage.title);
        expect(sharesWords(text, passage.text), `“${text}” from “${passage.text}”`).toBe(true);
      }
    }
  }
  expect(cited.size).toBeGreaterThanOrEqual(5);
  await started.stop();
});

/** Copies the demo, whose documents are processed, and frees the ids of its calls. */
function copyDemoWithOtherCallIds(dataDir: string, workspaceDir: string): void {
  copyDemoFolder(dataDir);
  const db = openDatabase(join(workspaceDir, databaseFile), migrations);
  db.run(`UPDATE call SET call_id = call_id || '_shipped'`);
  db.close();
}

function findShortest<Call extends { readonly durationSeconds: number }>(calls: readonly Call[]): Call {
  const [shortest] = calls.toSorted((a, b) => a.durationSeconds - b.durationSeconds);
  if (!shortest) throw new Error('There is no call.');
  return shortest;
}

/** Picks `count` items of a list at equal distances, the last one included. */
function pickEvenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.filter(
    (_, index) => Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
  );
}

/** Returns whether the texts share six consecutive words. */
function sharesWords(spoken: string, written: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}$.]+/gu) ?? [];
  const within = ` ${wordsOf(written).join(' ')} `;
  const words = wordsOf(spoken);
  return words.some((_, at) => at + 6 <= words.length && within.includes(` ${words.slice(at, at + 6).join(' ')} `));
}
