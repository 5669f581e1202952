import type { Chunk, Passage } from '../../../../../shared/knowledge/knowledge.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { readList } from '../../remote/read-remote.ts';
import { asProblem, RemoteError, type RemoteClient, type RemoteLink } from '../../remote/remote-client.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { chunkReader, passageReader } from '../../remote/remote-schemas.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DocumentRow } from '../document-queries.ts';
import { findMirroredDocument } from './remote-document-queries.ts';

type RemoteKnowledge = {
  readonly db: Database;
  readonly orgId: string;
  readonly remote: RemoteLink;
  readonly signal: AbortSignal;
};

type Search = { readonly query: string; readonly limit: number };

/**
 * Searches the remote's knowledge base. Passages of documents that are not known here are left out. Throws Problem
 * `not_available_on_remote` or `remote_failed`.
 */
export async function searchRemote(options: RemoteKnowledge, search: Search): Promise<Passage[]> {
  const { db, orgId, remote, signal } = options;
  const body = await request(remote, 'search', (client) =>
    client.request({ method: 'POST', path: '/knowledge/search', json: search, readOnly: true, signal }),
  );
  const reading = readList(passageReader, body, { remoteOrgId: remote.remoteOrgId });
  if (!reading.isValid) throw new Problem('remote_failed', reading.error);
  return reading.value.items.slice(0, search.limit).flatMap(({ document_id, title, ...passage }) => {
    const document = findMirroredDocument(db, orgId, document_id);
    return document ? [{ ...passage, document_id: document.document_id, title: title ?? document.title }] : [];
  });
}

type ChunkPage = { readonly data: Chunk[]; readonly next_cursor: string | null };

/** Returns a page of the chunks that the remote made of a document. Throws the problems of `searchRemote`. */
export async function listRemoteChunks(
  { db, remote, signal }: RemoteKnowledge,
  { document_id }: DocumentRow,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ChunkPage> {
  const item = findRemoteItem(db, 'document', document_id);
  if (!item) throw new Problem('not_available_on_remote', 'The remote does not have this document yet.');
  const path = `/knowledge/documents/${encodeURIComponent(item.remote_id)}/chunks`;
  const body = await request(remote, 'chunks', (client) => client.request({ method: 'GET', path, query, signal }));
  const reading = readList(chunkReader, body);
  if (!reading.isValid) throw new Problem('remote_failed', reading.error);
  const { items, nextCursor } = reading.value;
  const canContinue = nextCursor !== null && nextCursor.length <= limits.cursorLength;
  return { data: [...items], next_cursor: canContinue ? nextCursor : null };
}

const explanations = {
  search: 'This remote offers no search. Its agents still answer from the documents.',
  chunks: 'This remote does not show the chunks of a document. Its agents still answer from them.',
} as const;

const notOffered: readonly (number | null)[] = [404, 405, 501];

async function request(
  remote: RemoteLink,
  what: keyof typeof explanations,
  send: (client: RemoteClient) => Promise<{ readonly body: unknown }>,
): Promise<unknown> {
  const unavailable = () => new Problem('not_available_on_remote', explanations[what]);
  try {
    const client = await remote.getClient();
    if (!client.capabilities.search) throw unavailable();
    return (await send(client)).body;
  } catch (error) {
    if (error instanceof RemoteError && notOffered.includes(error.status)) throw unavailable();
    throw asProblem(error);
  }
}
