import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseDocument } from '../../../electron/service/features/knowledge/parsing/parse-document.ts';
import { collectPages } from './collect-pages.ts';
import { makePdf, writeTemporary } from './make-files.ts';

const story = 'We are open on Tuesday. '.repeat(200_000);

test('parses 20 MB of text on one line', async () => {
  const { textChars, chunkCount } = await collectPages('We are open on Tuesday. '.repeat(833_333), 'txt');
  expect(textChars).toBeGreaterThan(19_900_000);
  expect(chunkCount).toBeGreaterThan(10_000);
});

test('returns a text file in blocks with normalized line ends', async () => {
  const { pages } = await collectPages('One.\r\nTwo.\rThree.', 'txt');
  expect(pages.map(({ page, heading, text }) => ({ page, heading, text }))).toEqual([
    { page: null, heading: null, text: 'One.\nTwo.\nThree.' },
  ]);
});

test.each(['', ' \n\t\n '])('rejects a file without text: %j', async (text) => {
  await expect(collectPages(text, 'txt')).rejects.toMatchObject({ name: 'ParseError', code: 'no_text' });
});

test('rejects more text than the limit', async () => {
  await expect(collectPages(story, 'txt', { textChars: 1_000_000 })).rejects.toMatchObject({ code: 'too_long' });
});

test('stops a parser that takes too long', async () => {
  await expect(collectPages(story, 'txt', { totalMs: 0 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('handles a parser that runs out of memory', async () => {
  await expect(collectPages(story, 'txt', { heapMb: 8 })).rejects.toMatchObject({ code: 'too_complex' });
});

test('waits for the receiver after a few pages, without counting that time', async () => {
  const bytes = await makePdf(Array.from({ length: 60 }, (_, index) => `Page ${index + 1}`));
  const seen: (number | null)[] = [];
  const summary = parseDocument({
    path: writeTemporary(bytes),
    kind: 'pdf',
    signal: new AbortController().signal,
    onPage: async ({ page }, progress) => {
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
  let pages = 0;
  const parsing = parseDocument({
    path: writeTemporary(story),
    kind: 'txt',
    signal: controller.signal,
    onPage() {
      pages += 1;
      if (pages === 3) controller.abort(reason);
    },
  });
  await expect(parsing).rejects.toBe(reason);
  expect(pages).toBe(3);
  expect(countActiveWorkers()).toBe(before);
});

test('does not start if it is already canceled', async () => {
  const reason = new Error('Canceled');
  const parsing = parseDocument({ path: 'none', kind: 'txt', signal: AbortSignal.abort(reason), onPage() {} });
  await expect(parsing).rejects.toBe(reason);
});

test('rejects with the error of the receiver', async () => {
  const full = new Error('The disk is full');
  const parsing = parseDocument({
    path: writeTemporary(story),
    kind: 'txt',
    signal: new AbortController().signal,
    onPage: () => Promise.reject(full),
  });
  await expect(parsing).rejects.toBe(full);
});

function countActiveWorkers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
}
