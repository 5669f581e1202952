import {
  appendFileSync,
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
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';

/** A recording that was made here, whose file is then tampered with. */
describe('a recording', () => {
  let room: CallService;
  let callId: string;
  let path: string;
  let original: Buffer;
  let now = Date.parse('2026-03-01T09:30:20.000Z');

  beforeAll(async () => {
    room = await startCallService({ now: () => now });
    callId = await room.placeSimulatedCall({ persona: 'wrong_person' });
    await waitForCall(room.v1, callId);
    const { workspace } = await room.app(appRoutes.getSession, {});
    path = join(room.dataDir, 'workspaces', workspace?.workspace_id ?? '', 'recordings', `${callId}.mp3`);
    original = readFileSync(path);
  });
  afterAll(() => room.stop());
  beforeEach(() => restore());

  const writtenAt = new Date('2026-02-01T00:00:00Z');
  const restore = () => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, original);
    utimesSync(path, writtenAt, writtenAt);
  };
  const details = () => room.app(appRoutes.getCallDetails, { params: { call_id: callId } });
  const open = async (init?: RequestInit) => {
    const { recording } = await details();
    const answer = await room.send(recording?.url ?? '', init);
    const isProblem = answer.headers.get('Content-Type') === 'application/problem+json';
    const body = isProblem ? ((await answer.json()) as { code: string; detail: string }) : null; // as problems are
    return { status: answer.status, headers: answer.headers, code: body?.code ?? null, answer };
  };

  test('is what its row says, to the byte', async () => {
    const { answer } = await open();
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true);
    expect((await details()).recording?.size_bytes).toBe(original.byteLength);
  });

  test('that is missing, cut, longer or replaced is told as such, and the transcript stays usable', async () => {
    const tamper = {
      missing: () => rmSync(path),
      cut: () => truncateSync(path, original.byteLength - 100),
      empty: () => truncateSync(path, 0),
      longer: () => appendFileSync(path, 'x'),
      replaced: () => writeFileSync(path, Buffer.alloc(original.byteLength, 7)),
      'replaced behind its back': () => {
        writeFileSync(path, Buffer.alloc(original.byteLength, 7));
        utimesSync(path, writtenAt, writtenAt);
      },
      'a folder': () => {
        rmSync(path);
        mkdirSync(path);
      },
      ...(process.platform !== 'win32' && {
        'a link to itself': () => {
          rmSync(path);
          symlinkSync(path, path);
        },
      }),
    };
    for (const [what, change] of Object.entries(tamper)) {
      expect((await open()).status, `before it is ${what}`).toBe(200);
      change();
      const { status, code } = await open({ headers: { Range: 'bytes=0-9' } });
      expect([status, code]).toEqual(what === 'missing' ? [404, 'recording_missing'] : [410, 'recording_damaged']);
      const call = await room.v1(v1Routes.getCall, { params: { call_id: callId } });
      expect(call.transcript.length).toBeGreaterThan(0);
      const { turns, peaks } = await room.v1(v1Routes.getCallTimeline, { params: { call_id: callId } });
      expect(turns.length).toBe(call.transcript.length);
      expect(peaks.channels[0].length).toBeGreaterThan(0);
      restore();
    }
    expect((await open()).status).toBe(200);
  });

  test('is sought in, but not past its end', async () => {
    const range = async (value: string) => (await open({ headers: { Range: value } })).answer;
    const size = original.byteLength;
    const middle = await range(`bytes=${size - 10}-${size + 500}`);
    expect(middle.status).toBe(206);
    expect(middle.headers.get('Content-Range')).toBe(`bytes ${size - 10}-${size - 1}/${size}`);
    expect(Buffer.from(await middle.arrayBuffer()).equals(original.subarray(size - 10))).toBe(true);
    const past = await room.send((await details()).recording?.url ?? '', { headers: { Range: `bytes=${size}-` } });
    expect(past.status).toBe(416);
    expect(past.headers.get('Content-Range')).toBe(`bytes */${size}`);
  });

  test('has an address that is the same for a minute, opens for an hour, and not a second longer', async () => {
    const start = now;
    const first = (await details()).recording?.url ?? '';
    now = start + 39_000;
    expect((await details()).recording?.url).toBe(first);
    now = start + 40_000;
    expect((await details()).recording?.url).not.toBe(first);
    now = start - 20_000 + limits.signedUrlMs - 1;
    expect((await room.send(first)).status).toBe(200);
    now = start - 20_000 + limits.signedUrlMs;
    const expired = await room.send(first);
    expect(expired.status).toBe(403);
    expect(await expired.json()).toMatchObject({ code: 'signature_invalid' });
    now = start;
  });

  test('does not open by an address that was signed for another one, or by none', async () => {
    const url = (await details()).recording?.url ?? '';
    const other = await room.placeSimulatedCall({ persona: 'no_answer' });
    for (const wrong of [
      url.replace(callId, other),
      url.replace('.mp3', ''),
      url.replace('.mp3', '.mp3.part'),
      url.replace(/signature=.*/, 'signature='),
      url.split('?')[0] ?? '',
      `/audio/..%2f${callId}.mp3`,
    ]) {
      expect((await room.send(wrong)).status, wrong).toBe(403);
    }
    expect((await room.send('/audio/')).status).toBe(401);
  });
});
