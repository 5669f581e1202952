import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backupExtension } from '../../shared/backups.ts';

test('an installed application registers the name of backup files with the system', () => {
  const configuration = readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8');
  const section = /^fileAssociations:\n((?:[ #].*\n)+)/m.exec(configuration)?.[1] ?? '';
  const extensions = [...section.matchAll(/\bext: (\S+)$/gm)].map(([, extension]) => `.${extension}`);
  expect(extensions).toEqual([backupExtension]);
});
