import { expect, test } from 'vitest';
import { describeNoText } from '../../../electron/service/features/knowledge/parsing/describe-no-text.ts';

test('a document without text fails with the first omission that explains it', () => {
  const field = { kind: 'form_field', count: 3 } as const;
  expect(describeNoText('pdf', [field, { kind: 'form', count: 1 }])).toMatch(/^This is a form that only Adobe Reader/);
  expect(describeNoText('pdf', [{ kind: 'scanned_page', count: 1 }])).toMatch(/Its pages are scanned images\. .*OCR/);
  expect(describeNoText('docx', [field, { kind: 'diagram', count: 1 }, field])).toBe(
    'The document contains no text. 6 form fields and 1 diagram were not read.',
  );
  expect(describeNoText('pdf', [])).toMatch(/may be scanned images/);
  expect(describeNoText('txt', [])).toBe('The document contains no text.');
});
