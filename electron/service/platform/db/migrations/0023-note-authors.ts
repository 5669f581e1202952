/** `author_id` is the `user_id` of the member who wrote the note, also of a former one. Null if it is not known. */
export const noteAuthors = {
  slug: 'note-authors',
  up: 'ALTER TABLE note ADD COLUMN author_id TEXT;',
} as const;
