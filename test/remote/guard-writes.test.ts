import { beforeEach, describe, expect, test } from 'vitest';
import { guardWrites } from '../../electron/service/features/remote/guard-writes.ts';
import {
  RemoteError,
  type RemoteClient,
  type RemoteRequest,
  type RemoteResponse,
} from '../../electron/service/features/remote/remote-client.ts';
import { createFakeClient } from '../outbox/fake-remote.ts';

let now: number;
let sent: string[];
let respond: () => Partial<RemoteResponse> | RemoteError;
let client: RemoteClient;

const organizationPath = '/organizations/org_1';
const baseUrl = 'https://voice.example/v1';

beforeEach(() => {
  now = 0;
  sent = [];
  respond = () => ({ body: { id: 'org_1' } });
  const request = async ({ method, path }: RemoteRequest): Promise<RemoteResponse> => {
    sent.push(`${method} ${path}`);
    const response = path === organizationPath ? respond() : {};
    if (response instanceof RemoteError) throw response;
    return { status: 200, body: null, etag: null, ...response };
  };
  client = guardWrites({ ...createFakeClient('key-1', false), request }, () => now);
});

const call = { method: 'POST', path: '/calls/outbound', json: {} } as const;
const deletion = { method: 'DELETE', path: '/knowledge/documents/doc_1' } as const;

const fail = async (request: RemoteRequest = call): Promise<RemoteError> => {
  const error: unknown = await client.request(request).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError)) throw new Error('It did not fail.');
  return error;
};

test('each call is sent after the organization was verified', async () => {
  await client.request(call);
  await client.request(call);
  expect(sent).toEqual([
    `GET ${organizationPath}`,
    'POST /calls/outbound',
    `GET ${organizationPath}`,
    'POST /calls/outbound',
  ]);
});

test('the other changes of a batch share a verification for a second', async () => {
  await client.request(deletion);
  now = 999;
  await client.request(deletion);
  expect(sent.filter((line) => line.startsWith('GET')).length).toBe(1);
  now = 1_000;
  await client.request(deletion);
  now = 500; // the clock was set back
  await client.request(deletion);
  expect(sent.filter((line) => line.startsWith('GET')).length).toBe(3);
});

test('reading needs no verification', async () => {
  await client.request({ method: 'GET', path: '/calls' });
  await client.request({ method: 'POST', path: '/knowledge/search', json: {}, readOnly: true });
  expect(sent).toEqual(['GET /calls', 'POST /knowledge/search']);
});

describe('nothing is sent, and the organization is named, if the remote', () => {
  const rejected = (status: number, code: string | null = null) =>
    new RemoteError('rejected', 'Refused.', { wasSent: true, status, code });

  test.each([
    ['has another one', () => ({ body: { id: 'org_2' } }), 'The remote sent the organization org_2 instead of org_1.'],
    [
      'sends an ID that cannot be shown',
      () => ({ body: { id: 'a b' } }),
      'The remote sent another organization instead of org_1.',
    ],
    [
      'names another one in a field of another name',
      () => ({ body: { org_id: 'org_2', name: 'Harbour' } }),
      'The remote sent the organization org_2 instead of org_1.',
    ],
    [
      'sends a list as the ID',
      () => ({ body: { id: ['org_1'], name: 'Harbour' } }),
      'The remote sent another organization instead of org_1.',
    ],
    ['does not have it', () => rejected(404), 'The remote has no organization org_1.'],
    ['no longer has it', () => rejected(410), 'The remote has no organization org_1.'],
    [
      'refuses the key for it',
      () => rejected(403, 'forbidden_organization'),
      'The API key belongs to a different organization from org_1.',
    ],
  ] as const)('%s', async (_, response, message) => {
    respond = response;
    for (const request of [call, deletion]) {
      const error = await fail(request);
      expect(error).toMatchObject({ kind: 'wrong_organization', wasSent: false, status: null });
      expect(error.message).toBe(
        `${message} Another service may answer at this address. Check the base URL in Settings under Connection.`,
      );
    }
    expect(new Set(sent)).toEqual(new Set([`GET ${organizationPath}`]));
  });

  test.each([
    ['rejected', 403, 'The remote did not confirm the organization org_1: Failed.'],
    ['unauthorized', 401, 'Failed.'],
    ['failed', 500, 'Failed.'],
    ['busy', 503, 'Failed.'],
    ['no_answer', null, 'Failed.'],
  ] as const)('does not confirm it: %s', async (kind, status, message) => {
    respond = () => new RemoteError(kind, 'Failed.', { wasSent: true, status, retryAfterMs: 7_000 });
    expect(await fail()).toMatchObject({ kind, message, wasSent: false, status: null, retryAfterMs: 7_000 });
    expect(sent).toEqual([`GET ${organizationPath}`]);
    respond = () => ({ body: { id: 'org_1' } });
    await client.request(call);
    expect(sent.at(-1)).toBe('POST /calls/outbound');
  });

  test.each([
    ['something else', { error: 'No.' }],
    ['an error with a name', { error: 'No.', name: 'Gateway' }],
    ['an error with the ID', { id: 'org_1', success: false }],
    ['nothing', null],
  ])('sends %s', async (_, body) => {
    respond = () => ({ body });
    expect(await fail()).toMatchObject({
      kind: 'invalid',
      wasSent: false,
      message: 'The remote sent something other than the organization org_1.',
    });
    expect(sent).toEqual([`GET ${organizationPath}`]);
  });

  test('redirects to another base URL', async () => {
    respond = () => ({ body: { id: 'org_1' }, redirectedTo: new URL(`${baseUrl}/2${organizationPath}`) });
    expect(await fail()).toMatchObject({
      kind: 'invalid',
      wasSent: false,
      message: `The remote redirects to ${baseUrl}/2. Change the base URL to it in Settings under Connection.`,
    });
    expect(sent).toEqual([`GET ${organizationPath}`]);
  });
});

test.each([
  ['a number as its ID', () => ({ body: { id: 1 } }), '1'],
  ['a name and no ID', () => ({ body: { name: 'Harbour' } }), 'org_1'],
  [
    'another path of the operation',
    () => ({ body: { id: 'org_1' }, redirectedTo: new URL(`${baseUrl}${organizationPath}/`) }),
    'org_1',
  ],
] as const)('an organization with %s is verified', async (_, response, orgId) => {
  const request = async ({ method, path }: RemoteRequest): Promise<RemoteResponse> => {
    sent.push(`${method} ${path}`);
    return { status: 200, etag: null, ...response() };
  };
  const base = createFakeClient('key-1', false);
  await guardWrites({ ...base, settings: { ...base.settings, org_id: orgId }, request }, () => now).request(call);
  expect(sent.at(-1)).toBe('POST /calls/outbound');
});
