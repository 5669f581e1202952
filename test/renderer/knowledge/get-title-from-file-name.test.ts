import { expect, it } from 'vitest';
import { getTitleFromFileName } from '../../../renderer/knowledge/get-title-from-file-name.ts';

it.each([
  ['Price_list_2026.pdf', 'Price list 2026'],
  ['folder/sub\\Handbook v1.2.docx', 'Handbook v1.2'],
  ['../../etc/passwd', 'passwd'],
  ['safe\u202efdp.exe.pdf', 'safefdp.exe'],
  ['tab\there\u0000.txt', 'tab here'],
  ['.txt', '.txt'],
  ['___.pdf', 'Untitled document'],
])('the file %j becomes the title %j', (name, title) => {
  expect(getTitleFromFileName(name)).toBe(title);
});

it('keeps a title within the limit of the service', () => {
  expect(getTitleFromFileName(`${'a'.repeat(400)}.pdf`)).toHaveLength(300);
});
