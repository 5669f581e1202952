import type { Route } from '../../../../shared/contract/route.ts';
import { insertActivities } from '../../features/activity/activity-queries.ts';
import type { Member } from '../../../../shared/organization/members.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';

/** A past action in the demo's window. */
export type DemoAction = {
  readonly at: number;
  readonly route: Pick<Route, 'id' | 'status'>;
  readonly id: string;
  readonly label: string;
};

/** Inserts past actions of a member in order of time. Call it in a transaction, in a workspace without activity. */
export function seedActivity(
  db: Database,
  { newId }: Pick<Context, 'newId'>,
  actor: Pick<Member, 'user_id' | 'email'>,
  actions: readonly DemoAction[],
): void {
  const run = newId('run');
  const rows = actions
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, route, id, label }, index) => ({
      at,
      actor_id: actor.user_id,
      actor_name: actor.email,
      actor_hint: null,
      role: 'admin' as const,
      operation: route.id,
      subject_id: id,
      subject_label: label,
      result: 'done' as const,
      status: route.status,
      code: null,
      request_id: `${run}-${index + 1}`,
    }));
  insertActivities(db, rows);
}
