import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { receiveUpload } from '../../../electron/service/platform/http/receive-upload.ts';

const options = {
  maxBytes: 1024 * 1024,
  tooLargeDetail: '',
  mediaTypeDetail: '',
  discard: async () => {},
  receive: async (source: AsyncIterable<Buffer>) => {
    for await (const _ of source);
    return {};
  },
};

/** Receives a form of parts, each in Latin-1, and a file. */
function receiveParts(...parts: readonly string[]) {
  const all = ['name="file"; filename="a.txt"\r\n\r\nA', ...parts];
  const text = [...all.map((one) => `--b\r\nContent-Disposition: form-data; ${one}\r\n`), '--b--\r\n'].join('');
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const body = Buffer.from(text, 'latin1');
  return receiveUpload(new Request('http://localhost', { method: 'POST', headers, body }), options);
}

it.each([
  ['title', ['name="title"\r\n\r\nA', 'name="title"\r\n\r\nB']],
  ['file', ['name="file"; filename="b.txt"\r\n\r\nB']],
])('refuses a form with a second part “%s”', async (name, parts) => {
  await expect(receiveParts(...parts)).rejects.toMatchObject({
    code: 'malformed',
    message: `The part "${name}" was sent more than once. Nothing was uploaded.`,
    errors: [{ pointer: `/${name}` }],
  });
});

it.each([
  ['UTF-8', '', Buffer.from('Öffnung – 1\ufffd').toString('latin1'), 'Öffnung – 1\ufffd'],
  ['Windows-1252', '', '\xd6ffnung \x96 1', 'Öffnung – 1'],
  ['UTF-8 that it names', '; charset=UTF-8', Buffer.from('Öffnung – 1').toString('latin1'), 'Öffnung – 1'],
  ['ISO 8859-1 that it names', '; charset=ISO-8859-1', '\xd6ffnung', 'Öffnung'],
])('reads a field in %s', async (_, charset, bytes, text) => {
  const received = await receiveParts(`name="title"\r\nContent-Type: text/plain${charset}\r\n\r\n${bytes}`);
  expect(received.fields).toEqual({ title: text });
});

it('rejects with the error of a full disk, also if the partial file is removed first', async () => {
  const form = new FormData();
  form.set('file', new File(['word '.repeat(100_000)], 'a.txt'));
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  const upload = receiveUpload(new Request('http://localhost', { method: 'POST', body: form }), {
    ...options,
    receive: async (source) => {
      try {
        for await (const _ of source) throw full;
      } finally {
        await wait(10);
      }
      return {};
    },
  });
  await expect(upload).rejects.toBe(full);
});
