import { languageModelSettingsSchema, type LanguageModelSettings } from '../../../../shared/agents/language-model.ts';
import type { Database } from '../../platform/db/database.ts';

export type StoredLanguageModel = {
  readonly settings: LanguageModelSettings;
  /** Whether the server needs an API key, which is in the keychain. */
  readonly hasKey: boolean;
};

/** Returns null if agents follow rules only. */
export function findLanguageModel(db: Database, orgId: string): StoredLanguageModel | null {
  const sql = 'SELECT settings, has_key FROM language_model WHERE org_id = ?';
  const row = db.get<{ readonly settings: string; readonly has_key: number }>(sql, orgId);
  if (!row) return null;
  return { settings: languageModelSettingsSchema.parse(JSON.parse(row.settings)), hasKey: row.has_key === 1 };
}

export function storeLanguageModel(db: Database, orgId: string, model: StoredLanguageModel | null): void {
  if (!model) return void db.run('DELETE FROM language_model WHERE org_id = ?', orgId);
  const sql = `INSERT INTO language_model (org_id, settings, has_key) VALUES (?, ?, ?)
    ON CONFLICT (org_id) DO UPDATE SET settings = excluded.settings, has_key = excluded.has_key`;
  db.run(sql, orgId, JSON.stringify(model.settings), model.hasKey ? 1 : 0);
}
