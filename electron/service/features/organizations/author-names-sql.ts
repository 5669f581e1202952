// Public: other features may import this file.

/** The columns of AuthorNames, in a query with `joinAuthorNames`. */
export const authorNameColumns = 'member.email, api_key.name AS key_name';

/** Returns SQL that joins the names of the author of each row. `table` is the table with the author, or its alias. */
export function joinAuthorNames(table: string, memberColumn = 'author_id'): string {
  return `LEFT JOIN member ON member.user_id = ${table}.${memberColumn} LEFT JOIN api_key ON api_key.key_id = ${table}.key_id`;
}
