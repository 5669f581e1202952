// Public: other features may import this file.
import { limits } from '../../../../../shared/contract/limits.ts';
import type { Criterion, CriterionRule, NewCriterion } from '../../../../../shared/calls/scorecards.ts';
import { recordChange } from '../../../platform/changes/change-queries.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A row of the table `criterion`. */
export type CriterionRow = {
  readonly id: number;
  readonly criterion_id: string;
  readonly name: string;
  readonly description: string;
  readonly weight: number;
  readonly rule: string | null;
  readonly deleted_at: number | null;
};

const columns = 'id, criterion_id, name, description, weight, rule, deleted_at';

export function toCriterion({ criterion_id, name, description, weight, rule }: CriterionRow): Criterion {
  // stored by insertCriterion or updateCriterion
  return { criterion_id, name, description, weight, rule: rule === null ? null : (JSON.parse(rule) as CriterionRule) };
}

/** Lists the criteria that are not deleted, in their order. */
export function listCriteria(db: Database, orgId: string): readonly CriterionRow[] {
  return db.all<CriterionRow>(
    `SELECT ${columns} FROM criterion WHERE org_id = ? AND deleted_at IS NULL ORDER BY position, id`,
    orgId,
  );
}

/** Lists the deleted criteria that reviewers decided in a call. */
export function listDeletedScoredCriteria(db: Database, orgId: string): readonly CriterionRow[] {
  return db.all<CriterionRow>(
    `SELECT ${columns} FROM criterion WHERE org_id = ? AND deleted_at IS NOT NULL
       AND EXISTS (SELECT 1 FROM call_score WHERE call_score.criterion = criterion.id) ORDER BY id`,
    orgId,
  );
}

export function findCriterion(db: Database, orgId: string, criterionId: string): CriterionRow | undefined {
  const sql = `SELECT ${columns} FROM criterion WHERE org_id = ? AND criterion_id = ?`;
  return db.get<CriterionRow>(sql, orgId, criterionId);
}

/** Returns the place of a criterion among those that are not deleted. */
export function findCriterionIndex(db: Database, orgId: string, id: number): number {
  return listCriteria(db, orgId).findIndex((row) => row.id === id);
}

/** Adds a criterion after the others. Call it only if there are fewer than allowed. */
export function insertCriterion(db: Database, orgId: string, criterion_id: string, criterion: NewCriterion): void {
  const { name, description, weight, rule } = criterion;
  db.run(
    `INSERT INTO criterion (criterion_id, org_id, position, name, description, weight, rule)
     VALUES (?, ?, (SELECT coalesce(max(position) + 1, 0) FROM criterion WHERE org_id = ?), ?, ?, ?, ?)`,
    criterion_id,
    orgId,
    orgId,
    name,
    description,
    weight,
    rule && JSON.stringify(rule),
  );
  recordChange(db, 'criterion', criterion_id);
}

export function updateCriterion(db: Database, id: number, { name, description, weight, rule }: NewCriterion): void {
  db.run(
    'UPDATE criterion SET name = ?, description = ?, weight = ?, rule = ? WHERE id = ?',
    name,
    description,
    weight,
    rule && JSON.stringify(rule),
    id,
  );
  recordCriterion(db, id);
}

export function setCriterionDeleted(db: Database, id: number, deletedAt: number | null): void {
  db.run('UPDATE criterion SET deleted_at = ? WHERE id = ?', deletedAt, id);
  recordCriterion(db, id);
}

/** Moves a criterion to an index among those that are not deleted. */
export function moveCriterion(db: Database, orgId: string, id: number, index: number): void {
  const ids = listCriteria(db, orgId).map((row) => row.id);
  const others = ids.filter((other) => other !== id);
  for (const [position, moved] of others.toSpliced(index, 0, id).entries()) {
    db.run('UPDATE criterion SET position = ? WHERE id = ?', position, moved);
    recordCriterion(db, moved);
  }
}

function recordCriterion(db: Database, id: number): void {
  const row = db.get<{ readonly criterion_id: string }>('SELECT criterion_id FROM criterion WHERE id = ?', id);
  if (row) recordChange(db, 'criterion', row.criterion_id);
}

export function hasMostCriteria(db: Database, orgId: string): boolean {
  return listCriteria(db, orgId).length >= limits.criteria;
}
