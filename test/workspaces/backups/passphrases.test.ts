import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Encrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decryptFile, encrypt } from '../../../electron/service/workspaces/backups/encryption.ts';
import { newPassphraseSchema } from '../../../shared/workspaces/backups.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

/** The work of the application takes seconds for each passphrase. */
const workFactor = 4;

let folder: TemporaryFolder;
let path: string;
beforeEach(async () => {
  folder = await createTemporaryFolder();
  path = join(folder.path, 'a.switchboard-backup');
});
afterEach(() => folder.remove());

const write = async (passphrase: string) =>
  writeFile(path, await encrypt(Readable.from([Buffer.from('content')]), passphrase, workFactor));

/** Writes a backup with exactly this passphrase, as an earlier version or another program does. */
async function writeAsTyped(passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  await writeFile(path, await encrypter.encrypt('content'));
}

const read = async (passphrase: string) => text(await decryptFile(path, passphrase));

const passphrases = [
  'Überprüfung-Zoë-ȚărĂ-2026',
  'mật khẩu rất dài',
  '한국어 비밀번호',
  'がぎぐげご パスワード',
  'वो क़लम है',
];

test.each(passphrases)('“%s” opens a backup in each form in which keyboards write it', async (passphrase) => {
  const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => passphrase.normalize(form));
  for (const written of forms) {
    await write(written);
    for (const typed of forms) expect(await read(typed)).toBe('content');
  }
});

test.each([
  ['ｐａｓｓｗｏｒｄ　２０２６', 'password 2026'],
  ['oﬃce \u212bngström', 'office Ångström'],
  ['correct\u00a0horse', 'correct horse'],
  ['\u202acorrect horse\u202c', 'correct horse'],
  ['\ufeffcorrect\u00ad \u200bhorse\u2060', 'correct horse'],
])('%j is the same as %j', async (one, other) => {
  await write(one);
  expect(await read(other)).toBe('content');
  await write(other);
  expect(await read(one)).toBe('content');
});

test.each([...passphrases, 'oﬃce ｐａｓｓｗｏｒｄ', '\u202acorrect horse\u202c'])(
  'a backup that was written with “%s” as typed still opens',
  async (passphrase) => {
    for (const form of ['NFC', 'NFD'] as const) {
      await writeAsTyped(passphrase.normalize(form));
      expect(await read(passphrase.normalize(form))).toBe('content');
    }
    await writeAsTyped(passphrase.normalize('NFD'));
    expect(await read(passphrase.normalize('NFC'))).toBe('content');
  },
);

test('another passphrase does not open it, also with other accents or case', async () => {
  await write('Überprüfung-Zoë');
  for (const wrong of ['Uberprufung-Zoe', 'überprüfung-zoë', 'Überprüfung-Zoë '])
    await expect(read(wrong)).rejects.toMatchObject({ code: 'passphrase_wrong' });
});

test('the length of a new passphrase is the length of its normalized form', () => {
  expect(newPassphraseSchema.safeParse('éèàùâêîô'.normalize('NFD')).data).toBe('éèàùâêîô');
  expect(newPassphraseSchema.safeParse('éèàù'.normalize('NFD')).success).toBe(false);
  expect(newPassphraseSchema.safeParse('\u200b'.repeat(8)).success, 'nobody could type it').toBe(false);
});
