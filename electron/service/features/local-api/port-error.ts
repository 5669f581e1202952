/** Why a port cannot be listened on; the message is one sentence for the person who named it. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

export function formatPortError(port: number, error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account.`;
  return `Port ${port} cannot be listened on: ${error.message}`;
}
