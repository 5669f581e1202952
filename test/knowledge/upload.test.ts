import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startHttpServer } from '../../electron/host/http-server.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { upload } from '../helpers/service/upload.ts';

let started: StartedService;
let workspaceDir: string;
beforeAll(async () => {
  started = await startService();
  const created = await started.app(appRoutes.createWorkspace, {
    json: { kind: 'local', name: 'Test', industry: '', email: '' },
  });
  workspaceDir = join(started.dataDir, 'workspaces', created.workspace_id);
});
afterEach(async () => {
  const { data } = await started.v1(v1Routes.listDocuments, {});
  for (const { document_id } of data) await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});
afterAll(() => started.stop());

const leftovers = () => [...readdirSync(join(workspaceDir, 'incoming')), ...readdirSync(join(workspaceDir, 'files'))];

const postRaw = (body: BodyInit, type = 'multipart/form-data; boundary=X') =>
  started.send(
    '/v1/knowledge/documents',
    { method: 'POST', body, headers: { 'Content-Type': type }, duplex: 'half' } as RequestInit,
    'window',
  );

const filePart = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const titlePart = '--X\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n';

test('a compressed body is 415 and leaves no files', async () => {
  const body = gzipSync(`${titlePart}${filePart}A text\r\n--X--\r\n`);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=X', 'Content-Encoding': 'gzip' };
  const response = await started.send('/v1/knowledge/documents', { method: 'POST', body, headers }, 'window');
  expect(response.status).toBe(415);
  expect(leftovers()).toEqual([]);
});

test('a truncated body is 400 and leaves no files', async () => {
  for (const cut of [`${titlePart}${filePart}half a te`, titlePart, `${filePart}`, '--', '', '--X\r\nContent-Dispo']) {
    const response = await postRaw(cut);
    expect(response.status, JSON.stringify(cut)).toBe(400);
    expect(leftovers()).toEqual([]);
  }
});

test('a connection that breaks during an upload leaves no files', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`${titlePart}${filePart}half of a text`));
    },
    pull(controller) {
      controller.error(new Error('The connection was reset.'));
    },
  });
  expect((await postRaw(body)).status).toBe(400);
  expect(leftovers()).toEqual([]);
});

test('a file over 20 MB is rejected while it is received', async () => {
  let sentBytes = 0;
  const block = new Uint8Array(64 * 1024).fill(97);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`${titlePart}${filePart}`)),
    pull(controller) {
      sentBytes += block.byteLength;
      if (sentBytes > 100 * 1024 * 1024) controller.error(new Error('The service did not stop reading.'));
      else controller.enqueue(block);
    },
  });
  expect((await postRaw(body)).status).toBe(413);
  expect(sentBytes).toBeLessThan(24 * 1024 * 1024);
  expect(leftovers()).toEqual([]);
});

test('file names are stored without folders, control characters and direction marks, and truncated to 255 characters', async () => {
  const names: readonly (readonly [string, string])[] = [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\boot.ini.txt', 'boot.ini.txt'],
    ['..', 'document'],
    ['annual\u202Etxt.fdp', 'annualtxt.fdp'],
    ['Grüße 世界.txt', 'Grüße 世界.txt'],
    ['12" pipe\r\nof 100%.txt', '12" pipe of 100%.txt'],
    [`${'n'.repeat(300)}.txt`, 'n'.repeat(255)],
  ];
  for (const [sent, kept] of names) {
    await upload(started.v1, 'Named', `A text for ${kept}.`, sent);
    const { data } = await started.app(appRoutes.listDocumentRecords, {});
    expect(data[0]?.file_name, sent).toBe(kept);
    const file = await started.v1(v1Routes.getDocumentFile, { params: { document_id: data[0]?.document_id ?? '' } });
    expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
  }
});

test.each([
  ['missing', 404, (path: string) => rmSync(path)],
  ['truncated', 410, (path: string) => truncateSync(path, 3)],
  ['a folder', 410, (path: string) => (rmSync(path), mkdirSync(path))],
] as const)('an original file that is %s is a problem with status %i, over HTTP too', async (state, status, change) => {
  const documentId = await upload(started.v1, 'Hours', 'We open at nine.');
  const path = `/v1/knowledge/documents/${documentId}/file`;
  const host = await startHttpServer({
    port: 0,
    fetch: (request) => started.service.fetch(request, 'window'),
    staticFiles: async () => undefined,
  });
  const whole = await fetch(host.origin + path);
  expect([whole.status, await whole.text()]).toEqual([200, 'We open at nine.']);
  const name = whole.headers.get('ETag')?.replaceAll('"', '') ?? '';
  change(join(workspaceDir, 'files', name));
  for (const init of [{}, { headers: { Range: 'bytes=0-3' } }]) {
    const response = await fetch(host.origin + path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      code: state === 'missing' ? 'document_file_missing' : 'document_file_damaged',
      detail: expect.stringContaining('upload the file again'),
    });
  }
  expect((await fetch(host.origin + path, { method: 'HEAD' })).status).toBe(status);
  rmSync(join(workspaceDir, 'files', name), { recursive: true, force: true });
  await host.close();
});

test('an invalid part header is 400 and leaves no files', async () => {
  const bell = filePart.replace('a.txt', 'bell\u0007.txt');
  expect((await postRaw(`${titlePart}${bell}Text.\r\n--X--\r\n`)).status).toBe(400);
  expect(leftovers()).toEqual([]);
});

test('titles keep markup as text, without direction marks and line breaks', async () => {
  await upload(started.v1, ' <img src=x onerror=alert(1)>\n\u202Ereversed\u202C  and  spaced ', 'Text.');
  const { data } = await started.v1(v1Routes.listDocuments, {});
  expect(data[0]?.title).toBe('<img src=x onerror=alert(1)> reversed and spaced');
});

test('of concurrent requests with one Idempotency-Key, one is accepted and the others are 409', async () => {
  const send = () => {
    const form = new FormData();
    form.set('title', 'Once');
    form.set('file', new File(['Uploaded by many at once.'], 'once.txt'));
    return started.send(
      '/v1/knowledge/documents',
      { method: 'POST', body: form, headers: { 'Idempotency-Key': 'k' } },
      'window',
    );
  };
  const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([202, 409, 409]);
  expect((await started.v1(v1Routes.listDocuments, {})).data).toHaveLength(1);
});
