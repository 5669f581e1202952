import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { verifyPublisher } from '../../electron/main/verify-publisher.ts';

// Elsewhere, the command line for PowerShell would write a file named NUL.
it.skipIf(process.platform !== 'win32')('accepts no file whose signature cannot be checked', async () => {
  const file = fileURLToPath(import.meta.url);
  const problem = await verifyPublisher(['CN=The Switchboard authors'], file);
  // Where PowerShell is missing, electron-updater alone would accept the file.
  expect(problem).toMatch(process.platform === 'win32' ? /publisherNames/ : /Ignoring signature validation/);
});
