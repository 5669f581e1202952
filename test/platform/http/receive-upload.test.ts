import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { receiveUpload } from '../../../electron/service/platform/http/receive-upload.ts';

it('rejects with the error of a full disk, also if the partial file is removed first', async () => {
  const form = new FormData();
  form.set('file', new File(['word '.repeat(100_000)], 'a.txt'));
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  const upload = receiveUpload(new Request('http://localhost', { method: 'POST', body: form }), {
    maxBytes: 1024 * 1024,
    tooLargeDetail: '',
    mediaTypeDetail: '',
    discard: async () => {},
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
