import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { RecordingStore } from '../../electron/service/features/recordings/recording-store.ts';
import { limits } from '../../shared/contract/limits.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

describe('a recording', () => {
  let service: CallService;
  let callId: string;
  let path: string;
  let original: Buffer;
  let now = Date.parse('2026-03-01T09:30:20.000Z');

  beforeAll(async () => {
    service = await startCallService({ now: () => now });
    callId = await service.placeSimulatedCall({ persona: 'wrong_person' });
    await waitForCall(service.v1, callId);
    const { workspace } = await service.app(appRoutes.getSession, {});
    path = join(service.dataDir, 'workspaces', workspace?.workspace_id ?? '', 'recordings', `${callId}.mp3`);
    original = readFileSync(path);
  });
  afterAll(() => service.stop());
  beforeEach(() => restore());

  const writtenAt = new Date('2026-02-01T00:00:00Z');
  const restore = () => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, original);
    utimesSync(path, writtenAt, writtenAt);
  };
  const details = () => service.app(appRoutes.getCallDetails, { params: { call_id: callId } });
  const open = async (init?: RequestInit) => {
    const { recording } = await details();
    const response = await service.send(recording?.url ?? '', init);
    const isProblem = response.headers.get('Content-Type') === 'application/problem+json';
    const body = isProblem ? ((await response.json()) as { code: string; detail: string }) : null; // the format of problems
    return { status: response.status, headers: response.headers, code: body?.code ?? null, response };
  };

  test('is served byte for byte with the stored size', async () => {
    const { response } = await open();
    expect(Buffer.from(await response.arrayBuffer()).equals(original)).toBe(true);
    expect((await details()).recording?.size_bytes).toBe(original.byteLength);
  });

  test('that is missing, truncated, extended or replaced is reported, and the transcript stays available', async () => {
    const tamper = {
      missing: () => rmSync(path),
      truncated: () => truncateSync(path, original.byteLength - 100),
      empty: () => truncateSync(path, 0),
      extended: () => appendFileSync(path, 'x'),
      replaced: () => writeFileSync(path, Buffer.alloc(original.byteLength, 7)),
      'replaced with the same modification time': () => {
        writeFileSync(path, Buffer.alloc(original.byteLength, 7));
        utimesSync(path, writtenAt, writtenAt);
      },
      'a folder': () => {
        rmSync(path);
        mkdirSync(path);
      },
      ...(process.platform !== 'win32' && {
        'a symbolic link to itself': () => {
          rmSync(path);
          symlinkSync(path, path);
        },
      }),
    };
    for (const [name, change] of Object.entries(tamper)) {
      expect((await open()).status, `before it is ${name}`).toBe(200);
      change();
      const { status, code } = await open({ headers: { Range: 'bytes=0-9' } });
      expect([status, code]).toEqual(name === 'missing' ? [404, 'recording_missing'] : [410, 'recording_damaged']);
      const call = await service.v1(v1Routes.getCall, { params: { call_id: callId } });
      expect(call.transcript.length).toBeGreaterThan(0);
      const { turns, peaks } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: callId } });
      expect(turns.length).toBe(call.transcript.length);
      expect(peaks.channels[0].length).toBeGreaterThan(0);
      restore();
    }
    expect((await open()).status).toBe(200);
  });

  test('supports ranges up to its end', async () => {
    const range = async (value: string) => (await open({ headers: { Range: value } })).response;
    const size = original.byteLength;
    const middle = await range(`bytes=${size - 10}-${size + 500}`);
    expect(middle.status).toBe(206);
    expect(middle.headers.get('Content-Range')).toBe(`bytes ${size - 10}-${size - 1}/${size}`);
    expect(Buffer.from(await middle.arrayBuffer()).equals(original.subarray(size - 10))).toBe(true);
    const past = await service.send((await details()).recording?.url ?? '', { headers: { Range: `bytes=${size}-` } });
    expect(past.status).toBe(416);
    expect(past.headers.get('Content-Range')).toBe(`bytes */${size}`);
  });

  test('has a URL that is stable for a minute and expires after an hour', async () => {
    const start = now;
    const first = (await details()).recording?.url ?? '';
    now = start + 39_000;
    expect((await details()).recording?.url).toBe(first);
    now = start + 40_000;
    expect((await details()).recording?.url).not.toBe(first);
    now = start - 20_000 + limits.signedUrlMs - 1;
    expect((await service.send(first)).status).toBe(200);
    now = start - 20_000 + limits.signedUrlMs;
    const expired = await service.send(first);
    expect(expired.status).toBe(403);
    expect(await expired.json()).toMatchObject({ code: 'signature_invalid' });
    now = start;
  });

  test('does not open with a URL that is signed for another call, or not signed', async () => {
    const url = (await details()).recording?.url ?? '';
    const other = await service.placeSimulatedCall({ persona: 'no_answer' });
    for (const invalid of [
      url.replace(callId, other),
      url.replace('.mp3', ''),
      url.replace('.mp3', '.mp3.part'),
      url.replace(/signature=.*/, 'signature='),
      url.split('?')[0] ?? '',
      `/audio/..%2f${callId}.mp3`,
    ]) {
      expect((await service.send(invalid)).status, invalid).toBe(403);
    }
    expect((await service.send('/audio/')).status).toBe(401);
  });
});

test.skipIf(process.platform === 'win32')('the cleanup removes only our own files that no call uses', async () => {
  const folder = await createTemporaryFolder();
  const recordings = new RecordingStore(folder.path);
  const at = (name: string) => join(folder.path, 'recordings', name);
  const ours = ['call_1.mp3', 'call_2.mp3', 'call_3.mp3.part'];
  for (const name of [...ours, 'song.mp3', 'notes.txt']) writeFileSync(at(name), name);
  mkdirSync(at('call_4.mp3'));
  mkdirSync(at('album'));
  writeFileSync(at('album/1.mp3'), 'not ours');
  symlinkSync(at('song.mp3'), at('call_5.mp3'));
  const errors: unknown[] = [];
  await recordings.removeOrphans(
    (callId) => callId === 'call_1',
    (error) => errors.push(error),
  );
  for (const kept of ['call_1.mp3', 'song.mp3', 'notes.txt', 'call_4.mp3', 'album/1.mp3'])
    expect(existsSync(at(kept)), kept).toBe(true);
  expect(lstatSync(at('call_5.mp3')).isSymbolicLink()).toBe(true);
  for (const removed of ['call_2.mp3', 'call_3.mp3.part']) expect(existsSync(at(removed)), removed).toBe(false);
  expect(errors).toEqual([]);
  await folder.remove();
});
