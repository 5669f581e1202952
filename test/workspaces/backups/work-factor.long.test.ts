import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';

test('a backup is encrypted with the work factor of the age program', async () => {
  const { app, stop } = await startServiceWithWorkspace();
  const { path } = await app(appRoutes.createBackup, { json: { passphrase: 'correct horse battery staple' } });
  expect(readFileSync(path).toString('latin1', 0, 200)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
  await stop();
});
