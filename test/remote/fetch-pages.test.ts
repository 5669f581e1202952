import { expect, it } from 'vitest';
import { fetchPages } from '../../electron/service/features/remote/fetch-pages.ts';
import type { RemoteClient } from '../../electron/service/features/remote/remote-client.ts';
import { documentReader } from '../../electron/service/features/remote/remote-schemas.ts';

/** Answers each request with the page of its cursor. */
function createClient(findPage: (cursor: string) => unknown): Pick<RemoteClient, 'request'> {
  return {
    request: ({ query }) =>
      Promise.resolve({ status: 200, body: findPage(String(query?.['cursor'] ?? '')), etag: null }),
  };
}

async function fetchIds(client: Pick<RemoteClient, 'request'>): Promise<string[]> {
  const ids: string[] = [];
  const { signal } = new AbortController();
  const request = { reader: documentReader, path: '/knowledge/documents', remoteOrgId: 'org_1', signal };
  for await (const { items } of fetchPages(client, request)) ids.push(...items.map(({ document_id }) => document_id));
  return ids;
}

const toPage = (ids: readonly string[], next_cursor: string | null) => ({
  data: ids.map((document_id) => ({ document_id })),
  next_cursor,
});

it('fetches every page', async () => {
  const client = createClient((cursor) => (cursor === '' ? toPage(['a', 'b'], 'n1') : toPage(['c'], null)));
  await expect(fetchIds(client)).resolves.toEqual(['a', 'b', 'c']);
});

it('stops at a cursor that repeats', async () => {
  const client = createClient((cursor) => toPage(['a'], cursor === 'n1' ? 'n2' : 'n1'));
  await expect(fetchIds(client)).rejects.toMatchObject({
    kind: 'invalid',
    message: "The remote's list of documents does not end.",
  });
});

it('stops at a list with too many pages', async () => {
  let pages = 0;
  const client = createClient(() => toPage([], `n${(pages += 1)}`));
  await expect(fetchIds(client)).rejects.toMatchObject({ kind: 'invalid' });
  expect(pages).toBeLessThan(20_000);
});

it('refuses a page that is no list', async () => {
  await expect(fetchIds(createClient(() => '<html>'))).rejects.toMatchObject({
    kind: 'invalid',
    message: 'The remote sent no list of documents.',
  });
});
