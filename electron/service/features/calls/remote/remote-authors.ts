// Public: other features may import this file.
import type { Database } from '../../../platform/db/database.ts';
import { createMemberId } from '../../organizations/remote-organization.ts';
import { findByRemoteId, findRemoteItem } from '../../remote/remote-item-queries.ts';
import { RemoteError } from '../../remote/remote-client.ts';
import type { RemoteAuthor } from '../../remote/work-schemas.ts';
import type { AuthorFields } from '../../organizations/authors.ts';

/** The key ID of work from the remote whose API key is not known here. */
const remoteKeyId = 'remote';

/** Returns how this workspace stores an author of the remote. */
export function toAuthorFields(db: Database, author: RemoteAuthor | null): AuthorFields {
  if (author === null) return { author_id: null, key_id: 'window', author_name: null };
  const member = findByRemoteId(db, 'member', author.id);
  if (member) return { author_id: member.local_id, key_id: remoteKeyId, author_name: author.name };
  if (author.id === 'window') return { author_id: null, key_id: remoteKeyId, author_name: author.name ?? 'The remote' };
  return { author_id: null, key_id: author.id, author_name: author.name };
}

/** Returns the local ID of a member of the remote, who may not be known yet. */
export function toLocalMember(db: Database, remoteId: string | null): string | null {
  if (remoteId === null) return null;
  return findByRemoteId(db, 'member', remoteId)?.local_id ?? createMemberId(remoteId);
}

/** Returns the remote's ID of a member. Throws a RemoteError if the remote does not have the member. */
export function toRemoteMember(db: Database, userId: string | null): string | null {
  if (userId === null) return null;
  const item = findRemoteItem(db, 'member', userId);
  if (!item) throw new RemoteError('rejected', 'The remote does not have this member.', { wasSent: false });
  return item.remote_id;
}
