import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { serveFile } from '../../../electron/service/platform/http/serve-file.ts';

it('serves an empty file without reading it', async () => {
  const read = (start: number, end: number) => {
    if (end < start) throw new RangeError('The end is before the start.');
    return Readable.from([]);
  };
  const file = { sizeBytes: 0, etag: '"empty"', headers: {}, read };
  const response = await serveFile(new Request('http://localhost'), file);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Length')).toBe('0');
  expect(await response.text()).toBe('');
});
