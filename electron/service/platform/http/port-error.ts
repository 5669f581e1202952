/** Thrown if a port cannot be opened. The message is a sentence for the user. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

export function formatPortError(port: number, error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`;
  if (code === 'EACCES') return `Your account is not allowed to use port ${port}.`;
  return `Port ${port} could not be opened: ${error.message}`;
}
