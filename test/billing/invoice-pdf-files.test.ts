import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvoicePdfFiles } from '../../electron/service/features/billing/remote/invoice-downloads.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

test('a value of the database that is not a SHA-256 is no PDF: it is not served or written', async () => {
  const outside = join(folder.path, 'secret.pdf');
  writeFileSync(outside, 'not ours');
  const files = new InvoicePdfFiles(folder.path);
  const part = files.preparePartPath('inv_1');
  const sha256 = createHash('sha256').update('ours').digest('hex');
  for (const name of ['../secret', join(folder.path, 'secret'), '..\\secret']) {
    writeFileSync(part, 'ours');
    expect(files.has(name)).toBe(false);
    expect(await files.read(name)).toBeNull();
    expect(() => files.keep(part, name)).toThrow('not the name of a file');
    expect(() => files.preparePartPath(name)).toThrow('not the name of a file');
  }
  files.keep(part, sha256);
  expect(files.has(sha256)).toBe(true);
  expect(readFileSync(outside, 'utf8')).toBe('not ours');
});
