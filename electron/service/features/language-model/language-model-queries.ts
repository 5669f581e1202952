import { languageModelSettingsSchema, type LanguageModelSettings } from '../../../../shared/agents/language-model.ts';
import type { Database } from '../../platform/db/database.ts';

/** Returns null if agents follow rules only. */
export function findLanguageModel(db: Database, orgId: string): LanguageModelSettings | null {
  const sql = 'SELECT settings FROM language_model WHERE org_id = ?';
  const row = db.get<{ readonly settings: string }>(sql, orgId);
  return row ? languageModelSettingsSchema.parse(JSON.parse(row.settings)) : null;
}

export function storeLanguageModel(db: Database, orgId: string, settings: LanguageModelSettings | null): void {
  if (settings === null) return void db.run('DELETE FROM language_model WHERE org_id = ?', orgId);
  const sql = `INSERT INTO language_model (org_id, settings) VALUES (?, ?)
    ON CONFLICT (org_id) DO UPDATE SET settings = excluded.settings`;
  db.run(sql, orgId, JSON.stringify(settings));
}
