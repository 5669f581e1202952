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
