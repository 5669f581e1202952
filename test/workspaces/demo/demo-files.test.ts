import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { proseTexts, type Prose } from '../../fixtures/demo-files/prose.ts';
import { makeDemoFiles, readDemoProse } from '../../fixtures/make-demo-files.ts';
import { readDemoText } from './read-demo-text.ts';

const demoFolder = fileURLToPath(new URL('../../../electron/service/workspaces/demo/', import.meta.url));
const shipped = join(demoFolder, 'files');
const magic = new Map([
  ['.pdf', '%PDF-'],
  ['.docx', 'PK\u0003\u0004'],
]);

let made: string;
let sources: ReadonlyMap<string, Prose>;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'switchboard-demo-files-'));
  await makeDemoFiles(made);
  const prose = (await readDemoProse()).toSorted((a, b) => a.file.localeCompare(b.file));
  sources = new Map(prose.map((source) => [source.file, source]));
});

afterAll(() => rm(made, { recursive: true }));

test('the manifest lists exactly the shipped files', async () => {
  const files = demoDocuments.map(({ file }) => file);
  expect((await readdir(shipped)).toSorted()).toEqual(files.toSorted());
});

test('the manifest matches the sources', () => {
  const listed = demoDocuments.map(({ file, title }) => ({ file, title }));
  const stated = [...sources.values()].map(({ file, title }) => ({ file, title }));
  expect(listed.toSorted((a, b) => a.file.localeCompare(b.file))).toEqual(stated);
  const ages = demoDocuments.map(({ added }) => added.daysAgo);
  expect(ages).toEqual(ages.toSorted((a, b) => b - a));
});

test('the whole demo has at most 12 MB', async () => {
  const entries = await readdir(demoFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect([total > 5e6, total <= 12e6]).toEqual([true, true]);
});

test('the files have at most 600 KB in total', async () => {
  const sizes = await Promise.all(demoDocuments.map(async ({ file }) => (await readFile(join(shipped, file))).length));
  expect(sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0)).toBeLessThan(600_000);
});

describe.each(demoDocuments.map(({ file }) => file))('%s', (file) => {
  test('has the format of its file extension', async () => {
    const bytes = await readFile(join(shipped, file));
    expect(bytes.length).toBeGreaterThan(5_000);
    const start = magic.get(extname(file));
    if (start === undefined) expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toContain('\0');
    else expect(bytes.toString('latin1', 0, start.length)).toBe(start);
  });

  test('is the generator’s output for its source', async () => {
    expect(await readDemoText(shipped, file)).toBe(await readDemoText(made, file));
    // Node's zlib compresses PDF streams, and its output may differ between releases. DOCX and TXT files never differ.
    if (extname(file) !== '.pdf') expect(await readFile(join(made, file))).toEqual(await readFile(join(shipped, file)));
  });

  test('contains every heading, paragraph, cell and footnote of its source', async () => {
    const prose = sources.get(file);
    if (prose === undefined) throw new Error(`${file} has no source.`);
    const footer = ` Northwind Broadband · ${prose.title} Page `;
    const text = (await readDemoText(shipped, file))
      .split(footer)
      .join('\n')
      .replace(/\n\d+ of \d+ ?/g, ' ');
    const texts = proseTexts(prose);
    expect(texts.join(' ').split(' ').length).toBeGreaterThan(900);
    expect(texts.filter((part) => !text.includes(part))).toEqual([]);
  });
});

const pdfFiles = demoDocuments.filter(({ file }) => extname(file) === '.pdf');

test.each(pdfFiles)('$file is tagged, titled and has numbered pages', async ({ file, title }) => {
  const loading = getDocument({ data: new Uint8Array(await readFile(join(shipped, file))), verbosity: 0 });
  const document = await loading.promise;
  const { info } = await document.getMetadata();
  expect(info).toMatchObject({ Title: title, Language: 'en-US' });
  // The library's types declare an object, but it returns a Map; the entries are the same.
  expect(Object.fromEntries(entriesOf(await document.getMarkInfo()))).toMatchObject({ Marked: true });
  expect(document.numPages).toBeGreaterThanOrEqual(4);
  expect(await readDemoText(shipped, file)).toContain(`Page ${document.numPages} of ${document.numPages}`);
  await loading.destroy();
});

function entriesOf(value: unknown): Iterable<readonly [PropertyKey, unknown]> {
  return value instanceof Map ? value : Object.entries(value ?? {});
}
