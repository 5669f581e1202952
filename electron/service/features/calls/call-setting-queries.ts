import { defaultRecipientNameRule, type RecipientNameRule } from '../../../../shared/calls/recipient-names.ts';
import type { Database } from '../../platform/db/database.ts';

export function findRecipientNameRule(db: Database, orgId: string): RecipientNameRule {
  const sql = 'SELECT name_rule FROM call_setting WHERE org_id = ?';
  const row = db.get<{ readonly name_rule: string }>(sql, orgId);
  return row ? (JSON.parse(row.name_rule) as RecipientNameRule) : defaultRecipientNameRule; // stored by storeRecipientNameRule
}

export function storeRecipientNameRule(db: Database, orgId: string, rule: RecipientNameRule): void {
  db.run(
    `INSERT INTO call_setting (org_id, name_rule) VALUES (?, ?)
     ON CONFLICT (org_id) DO UPDATE SET name_rule = excluded.name_rule`,
    orgId,
    JSON.stringify(rule),
  );
}
