import { expect, test } from 'vitest';
import { translateStatement } from '../../../../electron/service/platform/db/postgres/translate-statement.ts';

test.each([
  ['SELECT ?, ?', 'SELECT $1, $2'],
  ['SELECT ?2, ?1, ?', 'SELECT $2, $1, $3'],
  [`SELECT 'why?', "odd?", ? -- really?`, `SELECT 'why?', "odd?", $1 -- really?`],
  [`SELECT 'it''s ?' /* ? */ WHERE a = ?`, `SELECT 'it''s ?' /* ? */ WHERE a = $1`],
  ['SELECT a FROM t INDEXED BY t_by_a WHERE a = ?', 'SELECT a FROM t WHERE a = $1'],
  ['SELECT a FROM t NOT INDEXED WHERE a = 1', 'SELECT a FROM t WHERE a = 1'],
  ['SELECT 1 WHERE a IS ? AND b IS NOT ?', 'SELECT 1 WHERE a IS NOT DISTINCT FROM $1 AND b IS DISTINCT FROM $2'],
  ['SELECT 1 WHERE a IS NULL AND b IS NOT NULL', 'SELECT 1 WHERE a IS NULL AND b IS NOT NULL'],
  ['SELECT a IS DISTINCT FROM b, c IS TRUE', 'SELECT a IS DISTINCT FROM b, c IS TRUE'],
  ['FROM a CROSS JOIN b ON b.id = a.id', 'FROM a JOIN b ON b.id = a.id'],
  ['FROM a CROSS JOIN b WHERE TRUE', 'FROM a CROSS JOIN b WHERE TRUE'],
  ['SELECT org_id AS orgId', 'SELECT org_id AS "orgId"'],
])('%s', (sqlite, postgres) => {
  expect(translateStatement(sqlite)).toBe(postgres);
});
