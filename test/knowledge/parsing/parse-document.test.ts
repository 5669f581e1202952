import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseDocument } from '../../../electron/service/features/knowledge/parsing/parse-document.ts';
import { chooseFuzzRuns } from '../../helpers/fuzz-runs.ts';
import { parseSections } from './collect-sections.ts';
import { makePdf, writeTemporary } from './make-files.ts';

const sentence = 'We are open on Tuesday. ';
const story = sentence.repeat(200_000);

test('parses a large text on one line in a small heap', async () => {
  const megabytes = chooseFuzzRuns({ perCommit: 4, long: 20 });
  const text = sentence.repeat((megabytes * 1_000_000) / sentence.length);
  const { textChars, chunkCount } = await parseSections(text, 'txt', { heapMb: 16 * megabytes });
  expect(textChars).toBeGreaterThan(text.length * 0.99);
  expect(chunkCount).toBeGreaterThan(500 * megabytes);
});

test('returns a text file in sections with normalized line ends', async () => {
  const { sections } = await parseSections('One.\r\nTwo.\rThree.', 'txt');
  expect(sections.map(({ page, heading, text }) => ({ page, heading, text }))).toEqual([
    { page: null, heading: null, text: 'One.\nTwo.\nThree.' },
  ]);
});

test.each(['', ' \n\t\n '])('rejects a file without text: %j', async (text) => {
  await expect(parseSections(text, 'txt')).rejects.toMatchObject({ name: 'ParseError', code: 'no_text' });
});

test('rejects more text than the limit', async () => {
  await expect(parseSections(story, 'txt', { textChars: 100_000 })).rejects.toMatchObject({ code: 'too_long' });
});

test('stops a parser that takes too long', async () => {
  await expect(parseSections(story, 'txt', { totalMs: 0 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('handles a parser that runs out of memory', async () => {
  await expect(parseSections(story, 'txt', { heapMb: 8 })).rejects.toMatchObject({ code: 'too_complex' });
});

test('waits for the receiver after a few sections, without counting that time', async () => {
  const bytes = await makePdf(Array.from({ length: 60 }, (_, index) => `Page ${index + 1}`));
  const seen: (number | null)[] = [];
  const summary = parseDocument({
    path: writeTemporary(bytes),
    kind: 'pdf',
    signal: new AbortController().signal,
    onSection: async ({ page }, progress) => {
      seen.push(page);
      expect(progress).toEqual({ page, pages: 60 });
      if (page === 1) {
        await setImmediate();
        expect(seen).toEqual([1]);
      }
    },
  });
  expect(await summary).toMatchObject({ pageCount: 60 });
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});

test('ends the thread when it is canceled during parsing', async () => {
  const controller = new AbortController();
  const reason = new Error('Canceled by an admin');
  const before = countActiveWorkers();
  let sections = 0;
  const parsing = parseDocument({
    path: writeTemporary(story),
    kind: 'txt',
    signal: controller.signal,
    onSection() {
      sections += 1;
      if (sections === 3) controller.abort(reason);
    },
  });
  await expect(parsing).rejects.toBe(reason);
  expect(sections).toBe(3);
  expect(countActiveWorkers()).toBe(before);
});

test('does not start if it is already canceled', async () => {
  const reason = new Error('Canceled');
  const parsing = parseDocument({ path: 'none', kind: 'txt', signal: AbortSignal.abort(reason), onSection() {} });
  await expect(parsing).rejects.toBe(reason);
});

test('rejects with the error of the receiver', async () => {
  const full = new Error('The disk is full');
  const parsing = parseDocument({
    path: writeTemporary(story),
    kind: 'txt',
    signal: new AbortController().signal,
    onSection: () => Promise.reject(full),
  });
  await expect(parsing).rejects.toBe(full);
});

function countActiveWorkers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
}
