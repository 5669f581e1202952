import { expect, test } from 'vitest';
import { findColumnSchema } from '../../../electron/service/workspaces/backups/stored-value-schemas.ts';

test.each<readonly [string, boolean]>([
  ['[]', true],
  ['["agt_1","agt_2"]', true],
  [JSON.stringify(['a'.repeat(500)]), false],
  ['[1]', false],
  ['[null]', false],
  ['[["agt_1"]]', false],
  ['{"0":"agt_1"}', false],
  ['"agt_1"', false],
  ['agt_1', false],
  ['', false],
])('the archived agents of a connection are an array of IDs: %s', (value, isValid) => {
  expect(findColumnSchema('connection', 'archived_agents', 'TEXT')?.safeParse(value).success).toBe(isValid);
});
