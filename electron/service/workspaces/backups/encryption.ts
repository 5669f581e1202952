import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Problem } from '../../../../shared/contract/problems.ts';
import { normalizePassphrase } from '../../../../shared/text/plain-text.ts';
import { createInvalidProblem, createUnreadableProblem, damagedDetail } from './backup-protocol.ts';

/** The first line of a file in the age format (age-encryption.org/v1). */
const ageLine = 'age-encryption.org/v1\n';

/** The header of a file that is encrypted with one passphrase and nothing else. */
const passphraseHeader = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} ([1-9]\d?)\n[\w+/]{43}\n--- [\w+/]{43}\n/;

const maxHeaderBytes = 512;

/**
 * The base-2 logarithm of the work to derive a key from a passphrase, which takes 256 MB of memory. Backups are written with
 * it, as are the files of the `age` program; a file that asks for more is rejected.
 */
export const backupWorkFactor = 18;

/** Loads the library when it is used, which saves a tenth of the time of a start. */
const loadAge = () => import('age-encryption');

/** Returns whether the file starts as one in the age format. */
export async function isEncrypted(path: string): Promise<boolean> {
  return (await readHead(path)).startsWith(ageLine);
}

/** Encrypts a stream with a normalized passphrase. The `age` program can decrypt the result. */
export async function encrypt(source: Readable, passphrase: string, workFactor: number): Promise<Readable> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normalizePassphrase(passphrase));
  encrypter.setScryptWorkFactor(workFactor);
  return toNodeStream(await encrypter.encrypt(toWebStream(source)));
}

/**
 * Decrypts a file. Throws Problem `passphrase_required`, `passphrase_wrong` or `backup_invalid`; the stream fails with
 * `backup_invalid` if a part was changed or is missing.
 */
export async function decryptFile(path: string, passphrase: string | null): Promise<Readable> {
  const [, factor] = passphraseHeader.exec(await readHead(path)) ?? [];
  if (factor === undefined)
    throw createInvalidProblem(
      'This file is damaged, or it is not encrypted with a passphrase. Choose another backup.',
    );
  if (Number(factor) > backupWorkFactor)
    throw createInvalidProblem('Opening this file would take too much memory. Switchboard did not create it.');
  if (passphrase === null || passphrase === '')
    throw new Problem('passphrase_required', 'This backup is encrypted. Enter its passphrase.');
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const form of listForms(passphrase)) decrypter.addPassphrase(form);
  const source = createReadStream(path);
  try {
    const decrypted = toNodeStream(await decrypter.decrypt(toWebStream(source)));
    return Readable.from(convertErrors(decrypted), { objectMode: false });
  } catch (error) {
    source.destroy();
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new Problem('passphrase_wrong', 'This passphrase does not open the backup. Check it and try again.');
    throw createInvalidProblem(damagedDetail, error);
  }
}

/** Lists the forms to try: as backups are written, then as typed, and as another version or program may have written them. */
function listForms(passphrase: string): ReadonlySet<string> {
  return new Set([
    normalizePassphrase(passphrase),
    passphrase,
    passphrase.normalize('NFKC'),
    passphrase.normalize('NFC'),
    passphrase.normalize('NFD'),
  ]);
}

async function* convertErrors(decrypted: Readable): AsyncGenerator<Buffer> {
  try {
    yield* decrypted as AsyncIterable<Buffer>;
  } catch (error) {
    throw createInvalidProblem(damagedDetail, error);
  }
}

/** Throws Problem `backup_not_found`, or `backup_invalid` if the file cannot be read. */
async function readHead(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw createUnreadableProblem(error);
  }
}

// Node's types give its web streams other type parameters than the global types do. At run time, they are the same objects.
const toWebStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const toNodeStream = (stream: globalThis.ReadableStream) => Readable.fromWeb(stream as ReadableStream<Uint8Array>);
