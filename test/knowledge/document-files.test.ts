import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DocumentFiles } from '../../electron/service/features/knowledge/document-files.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let files: DocumentFiles;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  files = new DocumentFiles(folder.path);
});
afterEach(() => folder.remove());

const rethrow = (error: unknown): never => {
  throw error;
};
const receive = (text: string) => files.receive(Readable.from([Buffer.from(text)]));

test('keeps a file that is uploaded again while it is removed', async () => {
  for (let round = 0; round < 50; round++) {
    const first = await receive('the same words');
    await files.store(first);
    files.unpin(first.sha256);
    const second = await receive('the same words');
    await Promise.all([files.removeIfUnused(first.sha256, () => false), files.store(second)]);
    expect(readFileSync(files.getPath(second.sha256), 'utf8')).toBe('the same words');
    files.unpin(second.sha256);
  }
});

test('removes incomplete uploads of an earlier run, and keeps uploads received during the cleanup', async () => {
  const leftover = await receive('half');
  files = new DocumentFiles(folder.path);
  const received = await receive('whole');
  await files.removeOrphans(() => false, rethrow);
  expect(existsSync(leftover.path)).toBe(false);
  expect(existsSync(received.path)).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'the cleanup at startup removes only regular files with our names, and continues after an error',
  async () => {
    const name = (digit: string) => digit.repeat(64);
    const outside = join(folder.path, 'outside.txt');
    writeFileSync(outside, 'not ours');
    const at = (...path: readonly string[]) => join(folder.path, ...path);
    writeFileSync(at('files', 'holiday.jpg'), 'not ours');
    mkdirSync(at('files', name('a')));
    writeFileSync(at('files', name('a'), 'inside.txt'), 'not ours');
    mkdirSync(at('files', 'folder'));
    symlinkSync(outside, at('files', name('b')));
    for (const digit of ['0', '1', '2']) writeFileSync(at('files', name(digit)), 'ours');
    writeFileSync(at('incoming', 'notes.txt'), 'not ours');
    mkdirSync(at('incoming', 'folder'));
    files = new DocumentFiles(folder.path);
    const errors: unknown[] = [];
    await files.removeOrphans(
      (sha256) => {
        if (sha256 === name('0')) throw new Error('The disk cannot be read.');
        return sha256 === name('1');
      },
      (error) => errors.push(error),
    );
    files.removeIfUnused(name('a'), () => false);
    expect(errors).toEqual([new Error('The disk cannot be read.')]);
    expect(readFileSync(outside, 'utf8')).toBe('not ours');
    expect(lstatSync(at('files', name('b'))).isSymbolicLink()).toBe(true);
    for (const kept of ['holiday.jpg', `${name('a')}/inside.txt`, 'folder', name('0'), name('1')])
      expect(existsSync(at('files', kept)), kept).toBe(true);
    expect(existsSync(at('files', name('2')))).toBe(false);
    for (const kept of ['notes.txt', 'folder']) expect(existsSync(at('incoming', kept)), kept).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')(
  'rejects a file that exceeds the file size limit, instead of truncating it',
  async () => {
    const script = `
    process.on('SIGXFSZ', () => {});
    const { DocumentFiles } = await import(process.argv[1]);
    const { Readable } = await import('node:stream');
    const content = Buffer.alloc(60_000, 'a');
    const result = await new DocumentFiles(process.argv[2]).receive(Readable.from([content])).then(() => 'kept', ({ code }) => code);
    process.stdout.write(result);
  `;
    const module = join(import.meta.dirname, '../../electron/service/features/knowledge/document-files.ts');
    // The unit of the limit is 512 bytes or 1 KB, depending on the shell. The file is larger in both cases.
    const limited =
      'ulimit -f 20; exec "$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1" "$2" "$3"';
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }; // its files are larger, too
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script, module, folder.path], {
      env,
    });
    expect(stdout).toBe('EFBIG');
  },
);

test('a value of the database that is not a SHA-256 is no file: it is not served, uploaded or removed', async () => {
  const outside = join(folder.path, 'secret');
  writeFileSync(outside, 'not ours');
  for (const sha256 of ['../secret', outside, '..\\secret', 'sub/../../secret']) {
    files.removeIfUnused(sha256, () => false);
    await expect(files.verify({ sha256, size_bytes: 8 })).rejects.toMatchObject({ code: 'document_file_missing' });
    await expect(files.read(sha256, 0, 7)).rejects.toMatchObject({ code: 'document_file_missing' });
    expect(() => files.getPath(sha256)).toThrow('not the name of a file');
  }
  expect(readFileSync(outside, 'utf8')).toBe('not ours');
});
