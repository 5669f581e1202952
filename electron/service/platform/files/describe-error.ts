/** The names of files in the message of an error of the file system, such as `EACCES: permission denied, open '/a/b'`. */
const quotedPaths = /\b(E[A-Z]+: [^'\n]*)'.*'/g;

/** The excerpt in the message of JSON.parse, such as `Unexpected token 'H', "Hello" is not valid JSON`. */
const jsonExcerpt = /"[^]*"/;

/**
 * Returns what the log contains about an error. The names of files can contain names of workspaces and recipients, and JSON
 * their data, so paths and excerpts are left out.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack = '', cause } = error;
  const { code, errcode, path } = error as Error & Readonly<Record<string, unknown>>; // set by Node and node:sqlite
  const hidePaths = (text: string) => {
    const hidden = text.replaceAll(quotedPaths, "$1'…'");
    return typeof path === 'string' && path !== '' ? hidden.replaceAll(path, '…') : hidden;
  };
  const shown = name === 'SyntaxError' ? message.replace(jsonExcerpt, '"…"') : message;
  return {
    type: name,
    message: hidePaths(shown),
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    stack: hidePaths(stack.replace(message, () => shown)),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** What is wrong with a file or folder, and what to do, by the error code of the system. */
const explanations: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EACCES: ['cannot be used by your account', 'Give your account read and write access to it'],
  EPERM: ['cannot be used by your account', 'Give your account read and write access to it'],
  EROFS: ['is on a disk that is read-only', 'Choose another folder with --data'],
  EISDIR: ['is a folder, where a file is expected', 'Move it away'],
  ENOTDIR: ['is a file, where a folder is expected', 'Move it away'],
  EEXIST: ['is a file, where a folder is expected', 'Move it away'],
};

/** Returns what is wrong, to follow the path in a sentence, and what to do; null if it is not an error of the file system. */
export function explainFileError(error: unknown): { readonly reason: string; readonly remedy: string } | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  const code = String(error.code);
  const [reason, remedy] = explanations[code] ?? [`cannot be used (${code})`, 'Check this path'];
  return { reason, remedy };
}
