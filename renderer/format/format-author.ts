import type { Author } from '../../shared/calls/call-review-fields.ts';

/** Returns the name of the member or the API key that wrote or decided something. Null is a user who chose no member. */
export function formatAuthor(author: Author | null): string {
  if (author === null) return 'a user of this app';
  return author.name ?? (author.id === 'window' ? 'a user of this app' : 'a former member or API key');
}
