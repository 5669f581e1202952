import { expect, test } from 'vitest';
import { describeNameMismatch } from '../../../shared/knowledge/document-kinds.ts';

test.each([
  ['fake.pdf', 'txt', 'Although its name ends in .pdf, the file is processed as plain text.'],
  ['data.json', 'txt', 'Although its name ends in .json, the file is processed as plain text.'],
  ['Scan.TXT', 'pdf', 'Although its name ends in .TXT, the file is processed as a PDF.'],
  ['letter.doc', 'docx', 'Although its name ends in .doc, the file is processed as a Word document (DOCX).'],
] as const)('says how %s is processed when it is %s', (file_name, kind, sentence) => {
  expect(describeNameMismatch({ file_name, kind })).toBe(sentence);
});

test.each([
  ['report.pdf', 'pdf'],
  ['Report.DOCX', 'docx'],
  ['notes.md', 'txt'],
  ['README', 'txt'],
  ['.hidden', 'txt'],
  ['constructor', 'txt'],
  ['Version 2. Prices and terms', 'txt'],
  ['Prices v1.2', 'txt'],
] as const)('says nothing about %s as %s', (file_name, kind) => {
  expect(describeNameMismatch({ file_name, kind })).toBeNull();
});
