import { homedir } from 'node:os';

/**
 * Replaces the home folder, which contains the name of the user, by `~`: as it is, as a part of JSON text, where each
 * backslash is doubled, and in the URLs of stack traces.
 */
export function hideHome(text: string, home = homedir()): string {
  const names = home.replace(/[\\/]+$/, '').split(/[\\/]+/);
  if (names.length < 2) return text; // the root of the file system
  const patterns = names.map((name) => {
    const encoded = encodeURI(name).replaceAll('#', '%23');
    return `(?:${escapeForPattern(name)}|${escapeForPattern(encoded)})`;
  });
  const end = String.raw`(?![\p{L}\p{N}_])`; // not the start of a longer name
  return text.replaceAll(new RegExp(patterns.join(String.raw`[\\/]+`) + end, 'giu'), '~');
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
