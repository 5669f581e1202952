import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { resolveFileArgument } from '../../electron/main/file-argument.ts';

const home = resolve('/home/alice');

test.each(['contract.pdf', 'Documents/contract.pdf', '../bob/contract.pdf', 'a b.txt', 'über.docx'])(
  'resolves the path %s',
  (path) => {
    expect(resolveFileArgument(path, home)).toBe(resolve(home, path));
  },
);

test('keeps an absolute path', () => {
  const path = resolve('/srv/contract.pdf');
  expect(resolveFileArgument(path, home)).toBe(path);
  expect(resolveFileArgument('C:\\contract.pdf', home)).not.toBeNull();
});

test('reads the URL of a local file', () => {
  const path = resolve('/srv/a b/100% über.pdf');
  expect(resolveFileArgument(pathToFileURL(path).href, home)).toBe(path);
});

test.each([
  'switchboard://../Documents/contract.pdf',
  'switchboard:../../alice/contract.pdf',
  'SWITCHBOARD://calls/../../../contract.pdf',
  'https://a.example/contract.pdf',
  'file://fileserver/share/contract.pdf',
  'file:contract.pdf',
  'file:///a%2Fb.pdf',
  'file:///%ZZ.pdf',
  '--inspect=contract.pdf',
  '-r',
])('opens no file for %s', (argument) => {
  expect(resolveFileArgument(argument, home)).toBeNull();
});
