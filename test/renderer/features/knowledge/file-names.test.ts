import { describe, expect, it } from 'vitest';
import { getTitleFromFileName, sanitizeUploadFile } from '../../../../renderer/features/knowledge/file-names.ts';

describe('getTitleFromFileName', () => {
  it.each([
    ['Price_list_2026.pdf', 'Price list 2026'],
    ['folder/sub\\Handbook v1.2.docx', 'Handbook v1.2'],
    ['../../etc/passwd', 'passwd'],
    ['safe\u202efdp.exe.pdf', 'safefdp.exe'],
    ['tab\there\u0000.txt', 'tab here'],
    ['.txt', '.txt'],
    ['___.pdf', 'Untitled document'],
  ])('converts the file name %j to the title %j', (name, title) => {
    expect(getTitleFromFileName(name)).toBe(title);
  });

  it('limits the length of the title', () => {
    expect(getTitleFromFileName(`${'a'.repeat(400)}.pdf`)).toHaveLength(300);
  });
});

describe('sanitizeUploadFile', () => {
  it('removes control characters from the name and keeps the content', async () => {
    const file = new File(['content'], 'in\u0007voi\u0000\u001bce\u0085.txt', { type: 'text/plain', lastModified: 7 });
    const sanitized = sanitizeUploadFile(file);
    expect(sanitized.name).toBe('in voi ce .txt');
    expect(sanitized.type).toBe('text/plain');
    expect(sanitized.lastModified).toBe(7);
    expect(await sanitized.text()).toBe('content');
  });

  it('returns the same file if the name has no control characters', () => {
    const file = new File(['content'], 'Übersicht “2026” \u202E.txt');
    expect(sanitizeUploadFile(file)).toBe(file);
  });
});
