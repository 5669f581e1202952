/**
 * A string, a quoted identifier, a comment, a placeholder, a name in camel case (which PostgreSQL would convert to lower
 * case), a hint to SQLite's planner (the index, or the order of a join), or SQLite's
 * comparison that treats NULL as a value.
 */
const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\?(\d*)|\s*\b(?:NOT INDEXED|INDEXED BY \w+)|\b[a-z]+[A-Z]\w*\b|\bCROSS JOIN(?=\s+\w+(?: AS \w+)?\s+ON\b)|\bIS(?: NOT)?(?= (?!NOT\b|NULL\b|TRUE\b|FALSE\b|DISTINCT\b))/g;

/** Translates a statement of SQLite to PostgreSQL. */
export function translateStatement(sql: string): string {
  let highest = 0;
  return sql.replaceAll(tokens, (token: string, number?: string) => {
    if (token.startsWith('?')) {
      const position = number ? Number(number) : highest + 1;
      highest = Math.max(highest, position);
      return `$${position}`;
    }
    if (/^[a-z]+[A-Z]/.test(token)) return `"${token}"`;
    if (token === 'CROSS JOIN') return 'JOIN';
    if (token === 'IS') return 'IS NOT DISTINCT FROM';
    if (token === 'IS NOT') return 'IS DISTINCT FROM';
    return /^\s*(?:NOT INDEXED|INDEXED BY)/.test(token) ? '' : token;
  });
}
