import { homedir } from 'node:os';

/**
 * Replaces the home folder, which contains the name of the user, by `~`: as it is, as a part of JSON text, where each
 * backslash is doubled, and in the URLs of stack traces.
 */
export function hideHome(text: string, home = homedir()): string {
  const names = home.split(/[\\/]+/).map((name) => {
    const encoded = encodeURI(name).replaceAll('#', '%23');
    return `(?:${escapeForPattern(name)}|${escapeForPattern(encoded)})`;
  });
  return text.replaceAll(new RegExp(names.join(String.raw`[\\/]+`), 'gi'), '~');
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
