import { expect, test } from 'vitest';
import { backupWorkFactor } from '../../../electron/service/workspaces/backups/encryption.ts';

// A backup that is made with it takes seconds: see `work-factor.long.test.ts`.
test('the work factor of backups is the age program’s', () => {
  expect(backupWorkFactor).toBe(18);
});
