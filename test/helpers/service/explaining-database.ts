import type { SqlValue } from '../../../electron/service/platform/db/database.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';

/** A database that records the query plan of each read. */
export class ExplainingDatabase extends SqliteDatabase {
  readonly plans: string[] = [];

  override all<R extends object>(sql: string, ...values: readonly SqlValue[]): readonly R[] {
    this.#explain(sql, values);
    return super.all<R>(sql, ...values);
  }

  override get<R extends object>(sql: string, ...values: readonly SqlValue[]): R | undefined {
    this.#explain(sql, values);
    return super.get<R>(sql, ...values);
  }

  #explain(sql: string, values: readonly SqlValue[]): void {
    const steps = this.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    this.plans.push(steps.map(({ detail }) => String(detail)).join('; '));
  }
}
