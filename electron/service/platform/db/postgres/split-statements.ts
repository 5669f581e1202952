/** Strings, quoted identifiers and comments, the words with which the body of a trigger begins and ends, and semicolons. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\bBEGIN\b|\bCASE\b|\bEND\b|;/g;

/** Splits a script into its statements, without comments and the semicolons between them. */
export function splitStatements(script: string): readonly string[] {
  const statements: string[] = [];
  let [statement, depth, end] = ['', 0, 0];
  const finish = () => {
    if (statement.trim() !== '') statements.push(statement.trim());
    statement = '';
  };
  for (const { 0: token, index } of script.matchAll(tokens)) {
    statement += script.slice(end, index);
    end = index + token.length;
    if (token === ';' && depth === 0) {
      finish();
      continue;
    }
    if (token === 'BEGIN' || token === 'CASE') depth += 1;
    if (token === 'END') depth -= 1;
    if (!token.startsWith('--') && !token.startsWith('/*')) statement += token;
  }
  statement += script.slice(end);
  finish();
  return statements;
}
