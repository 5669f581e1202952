import { expect, it } from 'vitest';
import { sanitizeUploadFile } from '../../../renderer/knowledge/sanitize-upload-file.ts';

it('takes control characters out of the name, and nothing out of the content', async () => {
  const file = new File(['content'], 'in\u0007voi\u0000\u001bce\u0085.txt', { type: 'text/plain', lastModified: 7 });
  const sendable = sanitizeUploadFile(file);
  expect(sendable.name).toBe('in voi ce .txt');
  expect(sendable.type).toBe('text/plain');
  expect(sendable.lastModified).toBe(7);
  expect(await sendable.text()).toBe('content');
});

it('leaves every other name alone', () => {
  const file = new File(['content'], 'Übersicht “2026” \u202E.txt');
  expect(sanitizeUploadFile(file)).toBe(file);
});
