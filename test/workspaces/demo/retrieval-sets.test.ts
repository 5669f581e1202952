import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { proseTexts } from '../../fixtures/demo-files/prose.ts';
import { readDemoProse } from '../../fixtures/make-demo-files.ts';
import { readDemoText } from './read-demo-text.ts';

const retrievalSet = z.array(
  z.strictObject({ question: z.string().min(10), document: z.string(), passage: z.string() }),
);
type Entry = z.infer<typeof retrievalSet>[number];

const shipped = fileURLToPath(new URL('../../../electron/service/workspaces/demo/files/', import.meta.url));
const files = demoDocuments.map(({ file }) => file);

let sourceTexts: ReadonlyMap<string, readonly string[]>;
let shippedTexts: ReadonlyMap<string, string>;

beforeAll(async () => {
  sourceTexts = new Map((await readDemoProse()).map((prose) => [prose.file, proseTexts(prose)]));
  shippedTexts = new Map(
    await Promise.all(files.map(async (file) => [file, await readDemoText(shipped, file)] as const)),
  );
});

describe.each(['paraphrased', 'everyday', 'topics', 'oblique', 'lexical'])('the %s set', async (name) => {
  const entries = await readSet(name);

  test('has at least 40 questions, on all documents', () => {
    expect(entries.length).toBeGreaterThanOrEqual(40);
    for (const file of files)
      expect(entries.filter(({ document }) => document === file).length, file).toBeGreaterThan(4);
  });

  test('contains each question and each passage once', () => {
    expect(new Set(entries.map(({ question }) => question)).size).toBe(entries.length);
    expect(new Set(entries.map(({ passage }) => passage)).size).toBe(entries.length);
  });

  test('expects passages of 6 to 12 words within one sentence', () => {
    const unfit = entries.filter(({ passage }) => {
      const wordCount = passage.split(' ').length;
      return wordCount < 6 || wordCount > 12 || /[.!?] |\n/.test(passage);
    });
    expect(unfit).toEqual([]);
  });

  test('expects passages that occur once in their source and in no other', () => {
    expect(entries.map(({ passage }) => filesWith(passage))).toEqual(entries.map(({ document }) => [document]));
  });

  test('expects passages that the shipped files contain', () => {
    const missing = entries.filter(({ document, passage }) => !shippedTexts.get(document)?.includes(passage));
    expect(missing).toEqual([]);
  });
});

test.each(['paraphrased', 'oblique'])(
  'a question of the %s set shares at most one longer word with its passage',
  async (name) => {
    const tooClose = (await readSet(name))
      .map((entry) => ({ ...entry, shared: sharedWords(entry) }))
      .filter(({ shared }) => shared.length > 1);
    expect(tooClose).toEqual([]);
  },
);

test('a question of the everyday set shares no three consecutive words with its passage', async () => {
  const copied = (await readSet('everyday'))
    .map((entry) => ({ ...entry, shared: sharedRuns(entry.question, entry.passage) }))
    .filter(({ shared }) => shared.length > 0);
  expect(copied).toEqual([]);
});

test('a question of the topics set shares no three consecutive words with the paragraph of its passage', async () => {
  const copied = (await readSet('topics'))
    .map((entry) => ({ ...entry, shared: sharedRuns(entry.question, paragraphOf(entry)) }))
    .filter(({ shared }) => shared.length > 0);
  expect(copied).toEqual([]);
});

test('a lexical question contains a term of its document in the same spelling', async () => {
  const without = (await readSet('lexical')).filter(({ question, document }) => {
    const [, ...words] = question.split(/[\s,?]+|\.(?=\s|$)/);
    const terms = words.filter((word) => /[A-Z\d]|\w-\w/.test(word) && word.length > 1);
    return !terms.some((term) => sourceTexts.get(document)?.some((text) => text.includes(term)));
  });
  expect(without).toEqual([]);
});

function sharedWords({ question, passage }: Entry): readonly string[] {
  const inPassage = longWords(passage);
  return [...longWords(question)].filter((word) => inPassage.has(word));
}

function longWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z]{5,}/g));
}

function sharedRuns(question: string, text: string): readonly string[] {
  const inText = new Set(runsOfThree(text));
  return runsOfThree(question).filter((run) => inText.has(run));
}

function paragraphOf({ document, passage }: Entry): string {
  const paragraph = sourceTexts.get(document)?.find((text) => text.includes(passage));
  if (paragraph === undefined) throw new Error(`No paragraph of ${document} holds "${passage}".`);
  return paragraph;
}

function runsOfThree(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.slice(2).map((_, start) => words.slice(start, start + 3).join(' '));
}

/** Returns the file of each occurrence of a passage in the sources. */
function filesWith(passage: string): readonly string[] {
  return [...sourceTexts].flatMap(([file, texts]) =>
    texts.flatMap((text) => Array.from({ length: text.split(passage).length - 1 }, () => file)),
  );
}

async function readSet(name: string): Promise<readonly Entry[]> {
  const path = new URL(`../../fixtures/retrieval/${name}.json`, import.meta.url);
  return retrievalSet.parse(JSON.parse(await readFile(path, 'utf8')));
}
