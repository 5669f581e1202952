import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { backupExtension } from '../../shared/workspaces/backups.ts';
import { documentFileExtensions } from '../../shared/knowledge/document-kinds.ts';
import type { DocumentKind } from '../../shared/knowledge/knowledge.ts';

type Association = { readonly ext: string | readonly string[]; readonly role: string; readonly rank?: string };

type Config = {
  readonly fileAssociations: readonly Association[];
  readonly mac: { readonly fileAssociations: readonly Association[] };
  readonly linux: { readonly mimeTypes: readonly string[]; readonly fileAssociations?: unknown };
  readonly win: { readonly fileAssociations?: unknown };
};

const { fileAssociations, mac, linux, win } = load(
  readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8'),
) as Config;

const listExtensions = (associations: readonly Association[]) =>
  associations.flatMap(({ ext }) => ext).map((name) => `.${name}`);

const mimeTypes: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  html: 'text/html',
  md: 'text/markdown',
};

test('an installed application registers the name of backup files with every system', () => {
  expect(listExtensions(fileAssociations)).toEqual([backupExtension]);
});

test('an installed application opens documents on macOS and Linux, without becoming their default', () => {
  expect(listExtensions(mac.fileAssociations)).toEqual(documentFileExtensions);
  for (const { role, rank } of mac.fileAssociations)
    expect({ role, rank }).toEqual({ role: 'Viewer', rank: 'Alternate' });
  expect(linux.mimeTypes).toEqual(Object.values(mimeTypes));
  expect(linux.fileAssociations, 'which would define the types again').toBeUndefined();
});

test('the installer for Windows, which would make the application the default, registers no documents', () => {
  expect(win.fileAssociations).toBeUndefined();
});
