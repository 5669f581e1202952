import { constants, getPriority } from 'node:os';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createParser, type Parser } from '../../../electron/service/features/knowledge/parsing/parser.ts';
import type { ParseLimits } from '../../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import { forkProcess } from '../../../electron/service/platform/processes/start-process.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { listChildProcesses } from '../../helpers/processes/measure-processes.ts';
import { observeProcesses, type ObservedProcess } from '../../helpers/processes/observe-processes.ts';
import { parser, parseSections } from './collect-sections.ts';
import { makePdf, writeTemporary } from './make-files.ts';

const sentence = 'We are open on Tuesday. ';
const story = sentence.repeat(40_000);

test('parses a large text on one line in a small heap', async () => {
  const megabytes = chooseFuzzRuns({ perCommit: 2, long: 20 });
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

test.each(['totalCpuMs', 'sectionCpuMs'] as const)('stops a parser that uses too much CPU time: %s', async (limit) => {
  await expect(parseSections(story, 'txt', { [limit]: 0 })).rejects.toMatchObject({ code: 'timed_out' });
});

describe.runIf(process.platform === 'linux')('while the system runs other programs', () => {
  test('elapsed time does not count', async () => {
    const cpuMs = 1_500;
    const { observed, processes } = createObservedParser({ totalCpuMs: cpuMs, sectionCpuMs: cpuMs });
    let sections = 0;
    const parsing = observed.parse({
      path: writeTemporary(sentence.repeat(20_000)),
      kind: 'txt',
      signal: new AbortController().signal,
      async onSection() {
        sections += 1;
        if (sections > 1) return;
        const signalProcess = findNewestProcess();
        signalProcess('SIGSTOP');
        await delay(cpuMs * 1.5);
        signalProcess('SIGCONT');
      },
    });
    expect(await parsing).toMatchObject({ textChars: expect.any(Number) });
    expect(sections).toBeGreaterThan(10);
    expect(processes).toHaveLength(1);
    await observed.close();
  });

  test('a process has a lower priority than the application', async () => {
    const { observed } = createObservedParser();
    await parseText(observed, 'One.');
    expect(getPriority(findNewestPid())).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(getPriority()).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
    await observed.close();
  });

  test('a process that does not continue fails its document', async () => {
    const { observed, processes } = createObservedParser({ sectionElapsedMs: 300 });
    const parsing = parseText(observed, story);
    findNewestProcess()('SIGSTOP');
    await expect(parsing).rejects.toMatchObject({ name: 'ParseError', code: 'timed_out' });
    expect(processes[0]?.hasEnded).toBe(true);
    await observed.close();
  });

  /** Returns a function that sends a signal to the process that was started last. */
  function findNewestProcess(): (signal: NodeJS.Signals) => void {
    const pid = findNewestPid();
    return (signal) => process.kill(pid, signal);
  }

  function findNewestPid(): number {
    const [newest] = listChildProcesses().toSorted((one, other) => other.startedAt - one.startedAt);
    if (!newest) throw new Error('There is no process.');
    return newest.pid;
  }
});

test('handles a parser that runs out of memory', async () => {
  await expect(parseSections(story, 'txt', { heapMb: 8 })).rejects.toMatchObject({ code: 'too_complex' });
});

test('waits for the receiver after a few sections, without counting that time', async () => {
  const bytes = await makePdf(Array.from({ length: 60 }, (_, index) => `Page ${index + 1}`));
  const seen: (number | null)[] = [];
  const summary = parser.parse({
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

test('ends the process when it is canceled during parsing', async () => {
  const { processes, observed } = createObservedParser();
  const controller = new AbortController();
  const reason = new Error('Canceled by an admin');
  let sections = 0;
  const parsing = observed.parse({
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
  expect(processes[0]?.hasEnded).toBe(true);
  await observed.close();
  expect(processes.every(({ hasEnded }) => hasEnded)).toBe(true);
});

test('parses the next document in the same process, also after one that cannot be parsed', async () => {
  const { processes, observed } = createObservedParser();
  for (const text of ['One.', '', 'Two.', '\u0000\u0001\u0002', 'Three.']) {
    await parseText(observed, text).catch((error: unknown) => expect(error).toMatchObject({ name: 'ParseError' }));
  }
  expect(await parseText(observed, 'Four.')).toEqual(['Four.']);
  expect(processes).toHaveLength(1);
  await observed.close();
});

test('a process that is killed fails its document and no other', async () => {
  const { processes, observed } = createObservedParser();
  const first = observed.parse({
    path: writeTemporary(story),
    kind: 'txt',
    signal: new AbortController().signal,
    onSection: () => processes[0]?.kill(),
  });
  const neighbour = parseText(observed, sentence);
  await expect(first).rejects.toMatchObject({ name: 'ParseError', code: 'too_complex' });
  expect(await neighbour).toEqual([sentence.trim()]);
  await observed.close();
});

test('replaces a process that has ended only if no other one is running', async () => {
  const { processes, observed } = createObservedParser();
  const controllers = [new AbortController(), new AbortController()];
  const parsing = controllers.map(({ signal }) =>
    observed.parse({ path: writeTemporary(story), kind: 'txt', signal, onSection: () => new Promise(() => {}) }),
  );
  const [first, last] = controllers;
  first?.abort();
  await expect(parsing[0]).rejects.toMatchObject({ name: 'AbortError' });
  expect(processes.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
  last?.abort();
  await expect(parsing[1]).rejects.toMatchObject({ name: 'AbortError' });
  expect(processes.map(({ hasEnded }) => hasEnded)).toEqual([true, true, false]);
  await observed.close();
});

test('a process that ends while it is idle fails no document', async () => {
  const { processes, observed } = createObservedParser();
  await parseText(observed, 'One.');
  processes[0]?.kill();
  expect(await parseText(observed, 'Two.')).toEqual(['Two.']);
  expect(processes).toHaveLength(2);
  await observed.close();
});

test('reports a process that cannot be started as an error of the application', async () => {
  const broken = createParser({
    startProcess: (options) => forkProcess({ ...options, entry: new URL('missing.ts', import.meta.url) }),
  });
  await expect(parseText(broken, 'One.')).rejects.toMatchObject({ name: 'ParserNotStartedError' });
  await broken.close();
});

test('does not start if it is already canceled', async () => {
  const reason = new Error('Canceled');
  const parsing = parser.parse({ path: 'none', kind: 'txt', signal: AbortSignal.abort(reason), onSection() {} });
  await expect(parsing).rejects.toBe(reason);
});

test('rejects with the error of the receiver', async () => {
  const full = new Error('The disk is full');
  const parsing = parser.parse({
    path: writeTemporary(story),
    kind: 'txt',
    signal: new AbortController().signal,
    onSection: () => Promise.reject(full),
  });
  await expect(parsing).rejects.toBe(full);
});

/** Creates a parser and lists the processes that it starts. */
function createObservedParser(limits: Partial<ParseLimits> = {}): {
  readonly observed: Parser;
  readonly processes: readonly ObservedProcess[];
} {
  const { startProcess, processes } = observeProcesses();
  return { observed: createParser({ startProcess, limits }), processes };
}

async function parseText(usedParser: Parser, text: string): Promise<readonly string[]> {
  const texts: string[] = [];
  await usedParser.parse({
    path: writeTemporary(text),
    kind: 'txt',
    signal: new AbortController().signal,
    onSection: (section) => void texts.push(section.text),
  });
  return texts;
}
