import type { SQLInputValue } from 'node:sqlite';
import { Database } from '../../../electron/service/platform/db/database.ts';

/** A database that records the query plan of each read. */
export class ExplainingDatabase extends Database {
  readonly plans: string[] = [];

  override all<R extends object>(sql: string, ...values: readonly SQLInputValue[]): readonly R[] {
    this.#explain(sql, values);
    return super.all<R>(sql, ...values);
  }

  override get<R extends object>(sql: string, ...values: readonly SQLInputValue[]): R | undefined {
    this.#explain(sql, values);
    return super.get<R>(sql, ...values);
  }

  #explain(sql: string, values: readonly SQLInputValue[]): void {
    const steps = this.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    this.plans.push(steps.map(({ detail }) => String(detail)).join('; '));
  }
}
