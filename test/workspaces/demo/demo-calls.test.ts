import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import {
  readRecordedCall,
  getRecordingPath,
  deserializeRecording,
} from '../../../electron/service/workspaces/demo/recorded-call.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { decodeRecording, peakOf } from '../../speech/decoded-recording.ts';
import { makeDemoCalls } from '../../fixtures/make-demo-calls.ts';
import { waitForDocument } from '../../helpers/wait-for-document.ts';
import { startService } from '../../helpers/start-service.ts';
import { createTemporaryFolder } from '../../helpers/temporary-folder.ts';

const shippedDir = fileURLToPath(new URL('../../../electron/service/workspaces/demo/calls/', import.meta.url));

const ended = demoCalls.filter((call) => call.recipient !== 'interrupted');

/** The shipped calls that the recipient answered. */
const recorded = ended.flatMap((call) => {
  const outcome = readRecordedCall(call.callId);
  return outcome.status === 'completed' ? [{ ...call, ...outcome }] : [];
});

describe('the shipped calls', () => {
  test('are the calls of the demo, in at most 8 MB', () => {
    const files = readdirSync(shippedDir);
    const expected = [...ended.map(({ callId }) => `${callId}.json`), ...recorded.map(({ callId }) => `${callId}.mp3`)];
    expect(files.toSorted()).toEqual(expected.toSorted());
    expect(files.reduce((sum, file) => sum + statSync(join(shippedDir, file)).size, 0)).toBeLessThanOrEqual(8_000_000);
    expect(recorded.length).toBeGreaterThanOrEqual(30);
    expect(new Set(demoCalls.map(({ callId }) => callId)).size).toBe(demoCalls.length);
    for (const { callId } of demoCalls) expect(callId).toMatch(/^call_[\da-f]{24}$/);
  });

  test.each(recorded)(
    'the recording of $callId matches its stored result',
    async ({ callId, recording, turns, durationSeconds }) => {
      const bytes = readFileSync(getRecordingPath(callId));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
        recording.sizeBytes,
        recording.sha256,
      ]);
      const decoded = await decodeRecording(getRecordingPath(callId));
      expect(Math.abs(decoded.durationSeconds - recording.durationSeconds)).toBeLessThan(0.05);
      expect(durationSeconds).toBeLessThanOrEqual(Math.ceil(recording.durationSeconds));
      const { channels, perSecond } = deserializeRecording(recording).peaks;
      for (const [at, samples] of decoded.channels.entries()) {
        const loudest = peakOf(samples);
        expect([loudest > 0.1, loudest < 0.999]).toEqual([true, true]);
        expect(Math.abs(Math.max(...(channels[at] ?? [])) / 255 - loudest)).toBeLessThan(0.1);
        expect(Math.abs((channels[at]?.length ?? 0) / perSecond - decoded.durationSeconds)).toBeLessThan(0.1);
      }
      for (const { speaker, startSeconds, endSeconds, text } of turns) {
        const { sampleRate } = decoded;
        const said = decoded.channels[speaker === 'agent' ? 0 : 1].subarray(
          startSeconds * sampleRate,
          endSeconds * sampleRate,
        );
        expect(peakOf(said), text).toBeGreaterThan(0.05);
        expect(endSeconds).toBeLessThanOrEqual(recording.durationSeconds);
      }
    },
  );

  test('can be reproduced byte for byte, simulated and practice calls', { timeout: 120_000 }, async () => {
    const again = ended.filter(
      ({ callId }) => callId === 'call_93159329b9b768567ea35169' || callId === 'call_bc7121767ac0f007852d4181',
    );
    expect(new Set(again.map(({ recipient }) => recipient)).size).toBe(2);
    const folder = await createTemporaryFolder();
    await makeDemoCalls(folder.path, again);
    const files = readdirSync(folder.path);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const same = readFileSync(join(folder.path, file)).equals(readFileSync(join(shippedDir, file)));
      expect(same, `${file} differs: run make-demo-calls.ts`).toBe(true);
    }
    await folder.remove();
  });
});

test('the agents’ answers quote the passages that they cite, once the documents are active', async () => {
  const started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { data: documents } = await started.app(appRoutes.listDocumentRecords, {});
  for (const { document_id } of documents) await waitForDocument(started.v1, document_id);
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

/** Returns whether the texts share six consecutive words. */
function sharesWords(spoken: string, written: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}$.]+/gu) ?? [];
  const within = ` ${wordsOf(written).join(' ')} `;
  const words = wordsOf(spoken);
  return words.some((_, at) => at + 6 <= words.length && within.includes(` ${words.slice(at, at + 6).join(' ')} `));
}
