// Public: other features may import this file.
import type { Author } from '../../../../shared/calls/call-review-fields.ts';
import { windowKeyId, type Principal } from '../../platform/http/principal.ts';

/** The author of a text or a change. */
export type AuthorFields = {
  /** The `user_id` of a member, or null if it is not known. */
  readonly author_id: string | null;
  /** The ID of the API key, or `window`. */
  readonly key_id: string;
  /** The name that a remote sent. */
  readonly author_name: string | null;
};

/** The names of an author, as far as they are known here. */
export type AuthorNames = { readonly email: string | null; readonly key_name: string | null };

/** Returns the author of a change: the member that the request names, or the one who uses the window or owns the API key. */
export function createAuthor(
  { keyId, memberId }: Pick<Principal, 'keyId' | 'memberId'>,
  authorId: string | null = memberId,
): AuthorFields {
  return { author_id: authorId, key_id: keyId, author_name: null };
}

/** Returns the member or API key that wrote or decided something. A name that is known here precedes the remote's name. */
export function toAuthor({ author_id, key_id, author_name, email, key_name }: AuthorFields & AuthorNames): Author {
  return author_id === null
    ? { id: key_id, name: key_name ?? author_name }
    : { id: author_id, name: email ?? author_name };
}

/** Returns the ID of the member who changes something, or else of the API key, or `window`. */
export function getActorId({ keyId, memberId }: Pick<Principal, 'keyId' | 'memberId'>): string {
  return memberId ?? keyId;
}

/** Returns the author; null for a user of the window who did not choose a member. */
export function toKnownAuthor(row: AuthorFields & AuthorNames): Author | null {
  const author = toAuthor(row);
  return author.id === windowKeyId && author.name === null ? null : author;
}
