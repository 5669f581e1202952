import { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';

/**
 * Returns null if one of the publishers has signed a file, or why that is unknown. electron-updater accepts a file if
 * PowerShell cannot check it, and only logs a warning.
 */
export async function verifyPublisher(publishers: readonly string[], path: string): Promise<string | null> {
  const warnings: string[] = [];
  const warn = (message: unknown) => void warnings.push(String(message));
  const problem = await verifySignature([...publishers], path, { info() {}, warn, error() {} });
  return problem ?? warnings.find((warning) => warning.includes('Ignoring signature validation')) ?? null;
}
