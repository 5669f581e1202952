import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRemoteClient,
  type RemoteClientOptions,
} from '../../electron/service/features/remote/create-remote-client.ts';
import { RemoteError, type DownloadOptions } from '../../electron/service/features/remote/remote-client.ts';
import {
  connectionSettingsSchema,
  noCapabilities,
  type ConnectionSettings,
} from '../../shared/workspaces/connection.ts';
import { certificate, privateKey } from '../fixtures/certificates.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const opened: (() => unknown)[] = [];
let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
  await folder.remove();
});

/** Some containers have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

const apiKey = 'secret-key';
/** The header of a frame of MPEG-1 layer III. */
const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(50_000, 1)]);
const pdf = Buffer.from('%PDF-1.7\n…');

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on a loopback address that answers every request with `handle`. */
async function serve(handle: Handle, { address = '127.0.0.1', port: wantedPort = 0, isTls = false } = {}) {
  const requests: IncomingMessage[] = [];
  const listener: Handle = (request, response) => {
    requests.push(request);
    handle(request, response);
  };
  const server = isTls ? createTlsServer({ key: privateKey, cert: certificate }, listener) : createServer(listener);
  server.listen(wantedPort, address);
  await once(server, 'listening');
  opened.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { port, origin: `http${isTls ? 's' : ''}://${address}:${port}`, requests };
}

const sendFile =
  (bytes: Buffer): Handle =>
  (_, response) =>
    void response.end(bytes);

const redirectTo =
  (location: string): Handle =>
  (_, response) =>
    void response.writeHead(302, { Location: location }).end();

/** Resolves the names of a table, and IP addresses to themselves. */
function createResolver(table: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve(
      (table[host] ?? [host]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked };
}

type Options = Partial<RemoteClientOptions & Omit<DownloadOptions, 'url'>> & {
  readonly connection?: Partial<ConnectionSettings>;
};

function download(
  baseUrl: string,
  url: string,
  { type = 'mp3', path = join(folder.path, 'stored'), signal, connection, ...options }: Options = {},
) {
  const settings = connectionSettingsSchema.parse({ base_url: baseUrl, org_id: 'org_1', ...connection });
  const client = createRemoteClient({ apiKey, capabilities: noCapabilities, ...options, settings });
  opened.push(client.close);
  return client.download({ url, type, path, ...(signal && { signal }) });
}

/** Returns the error of a download that must fail, after checking that it has left no file. */
async function fail(work: Promise<unknown>): Promise<RemoteError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(readdirSync(folder.path)).toEqual([]);
  if (!(error instanceof RemoteError))
    throw new Error('The download did not fail with a RemoteError.', { cause: error });
  return error;
}

describe('a download', () => {
  it('stores the file with its hash, and sends the key to the origin of the base URL', async () => {
    const { origin, requests } = await serve(sendFile(mp3));
    const stored = await download(`${origin}/v1`, `${origin}/audio/call_1.mp3?signature=1`);
    const sha256 = createHash('sha256').update(mp3).digest('hex');
    expect(stored).toEqual({ path: join(folder.path, 'stored'), sha256, sizeBytes: mp3.length });
    expect(readFileSync(stored.path).equals(mp3)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['stored']);
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/audio/call_1.mp3?signature=1', `Bearer ${apiKey}`],
    ]);
  });

  it('accepts an MP3 with an ID3 tag, and a PDF', async () => {
    for (const [type, bytes] of [
      ['mp3', Buffer.from('ID3\u0004…')],
      ['pdf', pdf],
    ] as const) {
      const { origin } = await serve(sendFile(bytes));
      expect(await download(origin, origin, { type })).toMatchObject({ sizeBytes: bytes.length });
    }
  });

  it('checks the bytes, whatever the content type says', async () => {
    const cases = [
      ['mp3', Buffer.from('<html>Sign in</html>'), 'The file is not an MP3.'],
      ['mp3', pdf, 'The file is not an MP3.'],
      ['mp3', Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), 'The file is not an MP3.'],
      ['mp3', Buffer.alloc(0), 'The file is not an MP3.'],
      ['pdf', mp3, 'The file is not a PDF.'],
      ['pdf', Buffer.from('%PDF'), 'The file is not a PDF.'],
    ] as const;
    for (const [type, bytes, message] of cases) {
      const { origin } = await serve((_, response) => {
        response.writeHead(200, { 'Content-Type': type === 'mp3' ? 'audio/mpeg' : 'application/pdf' }).end(bytes);
      });
      expect(await fail(download(origin, origin, { type }))).toMatchObject({ kind: 'invalid', message });
    }
  });

  it('stops a file that is not of its type at its first bytes, and one that is too large at the limit', async () => {
    const endless =
      (start: Buffer): Handle =>
      (_, response) => {
        response.write(start);
        const write = () =>
          void (response.write(Buffer.alloc(10_000)) ? setImmediate(write) : response.once('drain', write));
        write();
      };
    const page = await serve(endless(Buffer.from('<html>')));
    expect(await fail(download(page.origin, page.origin))).toMatchObject({ message: 'The file is not an MP3.' });
    const large = await serve(endless(mp3));
    const downloadLimits = { mp3: 1024 * 1024 };
    const message = 'The file is larger than 1 MB.';
    expect(await fail(download(large.origin, large.origin, { downloadLimits }))).toMatchObject({
      kind: 'invalid',
      message,
    });
    const announced = await serve(
      (_, response) => void response.writeHead(200, { 'Content-Length': 2_000_000 }).write(mp3),
    );
    expect(await fail(download(announced.origin, announced.origin, { downloadLimits }))).toMatchObject({ message });
  });

  it('leaves nothing if it breaks, pauses, takes too long or is stopped', async () => {
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 100_000 });
      response.write(mp3, () => response.destroy());
    });
    expect(await fail(download(broken.origin, broken.origin))).toMatchObject({ kind: 'no_answer' });
    const paused = await serve((_, response) => void response.write(mp3));
    for (const timeouts of [{ idleMs: 40 }, { transferMs: 40 }])
      expect(await fail(download(paused.origin, paused.origin, { timeouts }))).toMatchObject({ kind: 'no_answer' });
    const controller = new AbortController();
    const stopped = await serve((_, response) => void response.write(mp3, () => controller.abort()));
    expect(await fail(download(stopped.origin, stopped.origin, { signal: controller.signal }))).toMatchObject({
      kind: 'stopped',
    });
  });

  it('fails with a sentence if the file cannot be stored', async () => {
    const { origin } = await serve(sendFile(mp3));
    const path = join(folder.path, 'missing', 'stored');
    const message = 'The file could not be stored.';
    expect(await fail(download(origin, origin, { path }))).toMatchObject({ kind: 'invalid', message });
  });

  it('replaces an older file only when it is complete', async () => {
    const { origin } = await serve(sendFile(mp3));
    await download(origin, origin);
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 100_000 });
      response.write(mp3, () => response.destroy());
    });
    await expect(download(broken.origin, broken.origin)).rejects.toMatchObject({ kind: 'no_answer' });
    expect(readdirSync(folder.path)).toEqual(['stored']);
    expect(readFileSync(join(folder.path, 'stored')).equals(mp3)).toBe(true);
  });

  it.each([304, 400, 401, 403, 404, 408, 410, 425, 429, 500, 502, 503])(
    'fails with HTTP %s like every other request',
    async (status) => {
      const { origin } = await serve((_, response) => void response.writeHead(status, { 'Retry-After': '7' }).end());
      const settings = connectionSettingsSchema.parse({ base_url: origin, org_id: 'org_1' });
      const client = createRemoteClient({ settings, apiKey, capabilities: noCapabilities });
      opened.push(client.close);
      const { kind } = await fail(client.request({ method: 'GET', path: '/calls/call_1' }));
      expect(await fail(download(origin, origin))).toMatchObject({ kind, status, retryAfterMs: 7_000 });
    },
  );

  it('fails with a part of the file', async () => {
    const { origin } = await serve((_, response) => void response.writeHead(206).end(mp3));
    expect(await fail(download(origin, origin))).toMatchObject({ kind: 'invalid', status: 206 });
  });
});

describe('the API key', () => {
  it('is not sent to another origin, also not along a redirect and back', async () => {
    const own = await serve(({ url }, response) => {
      if (url === '/start') redirectTo(`${other.origin}/elsewhere`)({} as IncomingMessage, response); // the request is not used
      else response.end(mp3);
    });
    const other = await serve(({ url }, response) => {
      if (url === '/elsewhere') response.writeHead(307, { Location: `${own.origin}/back` }).end();
      else response.end(mp3);
    });
    await download(own.origin, `${other.origin}/file.mp3`);
    await download(own.origin, `${own.origin}/start`);
    expect(own.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/start', `Bearer ${apiKey}`],
      ['/back', undefined],
    ]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(other.requests.every(({ rawHeaders }) => !rawHeaders.join(' ').includes(apiKey))).toBe(true);
  });

  it('of a 401 from another origin is not the one that was refused', async () => {
    const own = await serve(sendFile(mp3));
    const other = await serve((_, response) => void response.writeHead(401).end());
    expect(await fail(download(own.origin, other.origin))).toMatchObject({ kind: 'rejected', status: 401 });
  });
});

describe('redirects of a download', () => {
  it('are followed at most five times', async () => {
    const { origin, requests } = await serve(({ url }, response) => {
      const number = Number(url?.slice(1));
      if (number < 6) response.writeHead(302, { Location: `/${number + 1}` }).end();
      else response.end(mp3);
    });
    await download(origin, `${origin}/1`);
    expect(requests).toHaveLength(6);
    await expect(download(origin, `${origin}/0`)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The address of the file redirects too often.',
    });
  });

  it('are checked like the first address', async () => {
    const targets = [
      'http://10.0.0.1/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'http://voice.example/',
      'http://user:pass@127.0.0.1/',
      'http://',
    ];
    for (const target of targets) {
      const { origin } = await serve(redirectTo(target));
      expect(await fail(download(origin, origin))).toMatchObject({ kind: 'invalid' });
      expect(await fail(download(origin, target))).toMatchObject({ kind: 'invalid' });
    }
  });
});

describe('addresses', () => {
  const allowHttp = { connection: { allow_http: true } };

  it('in private networks are refused, as a literal and after the name is resolved', async () => {
    const { origin } = await serve(sendFile(mp3));
    const { resolve } = createResolver({
      'files.example': ['10.1.2.3'],
      'six.example': ['::ffff:192.168.0.1', 'fe80::1'],
    });
    for (const host of ['10.1.2.3', '[::ffff:10.1.2.3]', '169.254.169.254', '0x7f.2', 'files.example', 'six.example']) {
      const error = await fail(download(origin, `http://${host}/file.mp3`, { ...allowHttp, resolve }));
      expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining('leads to a private network') });
    }
  });

  it('of the host of the base URL are allowed, and no other address of its network', async () => {
    const own = await serve(sendFile(mp3));
    const { resolve } = createResolver({
      'voice.example': ['127.0.0.1'],
      'files.example': ['127.0.0.1'],
      'other.example': ['127.0.0.2'],
    });
    const base = `http://voice.example:${own.port}`;
    await download(base, `http://files.example:${own.port}/file.mp3`, { ...allowHttp, resolve });
    expect(own.requests).toHaveLength(1);
    for (const host of ['other.example', '127.0.0.2'])
      await expect(download(base, `http://${host}:${own.port}/`, { ...allowHttp, resolve })).rejects.toMatchObject({
        kind: 'invalid',
        message: `The address of the file leads to a private network: ${host}.`,
      });
  });

  it('are those that were checked: a name is resolved once for a connection', async () => {
    const own = await serve(sendFile(mp3));
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolve = (host: string) => {
      const addresses = host === 'files.example' ? (answers.shift() ?? []) : ['127.0.0.1'];
      return Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
    };
    const url = `http://files.example:${own.port}/file.mp3`;
    await download(`http://voice.example:${own.port}`, url, { ...allowHttp, resolve });
    expect([own.requests.length, answers.length]).toEqual([1, 1]);
  });

  it.skipIf(!hasIpv6)('of which some are refused: the connection uses the others', async () => {
    const own = await serve(sendFile(mp3));
    const neighbor = await serve(sendFile(mp3), { address: '::1', port: own.port });
    const { resolve } = createResolver({ 'files.example': ['::1', '127.0.0.1'] });
    await download(own.origin, `http://files.example:${own.port}/`, { ...allowHttp, resolve });
    expect([own.requests.length, neighbor.requests.length]).toEqual([1, 0]);
  });

  it('that use HTTP are refused unless they are on this computer or the connection allows it', async () => {
    const { origin } = await serve(sendFile(mp3));
    expect(await fail(download(origin, 'http://files.example/'))).toMatchObject({
      kind: 'invalid',
      message: 'The address of the file does not use HTTPS: files.example.',
    });
  });

  it('of the base URL need its accepted certificate, and other hosts one that the system trusts', async () => {
    const own = await serve(sendFile(mp3), { isTls: true });
    const other = await serve(sendFile(mp3), { isTls: true });
    expect(await fail(download(own.origin, own.origin))).toMatchObject({ kind: 'unreachable', wasSent: false });
    const sha256 = createHash('sha256')
      .update(Buffer.from(certificate.replaceAll(/-----.*?-----|\n/g, ''), 'base64'))
      .digest('hex');
    const connection = { certificate_sha256: sha256 };
    await download(own.origin, own.origin, { connection });
    await expect(download(own.origin, other.origin, { connection })).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The certificate of 127.0.0.1 is self-signed.',
    });
    expect(other.requests).toEqual([]);
  });
});
