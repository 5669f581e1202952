import { createHash } from 'node:crypto';
import type { ApiKey } from '../../../shared/api-keys.ts';
import { v1Routes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import type { Route } from '../../../shared/route.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { Call } from '../http/call.ts';
import { readCursor, toPage } from '../http/paging.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { makeApiKey, makeSecret } from './make-api-key.ts';
import * as keys from './queries.ts';

export function addKeyRoutes(tree: RouteTree, hub: EventHub): void {
  const tell = ({ key_id }: Pick<ApiKey, 'key_id'>) => hub.publish({ type: 'key.changed', key_id }, null);

  bindRoute(tree, v1Routes.listApiKeys, ({ workspace, principal, query: { limit, cursor } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = keys.listApiKeys(workspace.db, principal.orgId, { before, limit: limit + 1 });
    const toItem = (row: keys.ApiKeyRow) => describe(workspace, row);
    return { body: toPage(rows, limit, toItem, ({ id }) => id) };
  });

  bindRoute(tree, v1Routes.createApiKey, (call) => {
    const { workspace, principal, json } = call;
    let made: string | undefined;
    const fingerprint = createHash('sha256').update(JSON.stringify(json)).digest('hex');
    const makeKey = () => {
      const { keyId, secret } = makeApiKey(workspace.db, workspace.context, { ...json, orgId: principal.orgId });
      made = keyId;
      return { body: { ...keyOf(call, keyId), secret } };
    };
    const answer = call.commitOnce(fingerprint, makeKey, withoutSecret);
    if (made !== undefined) tell({ key_id: made });
    return answer;
  });

  bindRoute(tree, v1Routes.rotateApiKey, (call) => {
    const { db, context } = call.workspace;
    const { key_id } = liveKeyOf(call, { isReplayable: true });
    let isRotated = false;
    const rotate = () => {
      liveKeyOf(call);
      const secret = makeSecret(context);
      keys.replaceSecret(db, key_id, secret, context.now());
      isRotated = true;
      return { body: { ...keyOf(call, key_id), secret } };
    };
    const answer = call.commitOnce(key_id, rotate, withoutSecret);
    if (isRotated) tell({ key_id });
    return answer;
  });

  bindRoute(tree, v1Routes.revokeApiKey, (call) => {
    const { db, context } = call.workspace;
    const { key_id } = liveKeyOf(call, { isReplayable: true });
    let isRevoked = false;
    const revoke = () => {
      liveKeyOf(call);
      keys.revokeApiKey(db, key_id, context.now());
      isRevoked = true;
      return { body: keyOf(call, key_id) };
    };
    const answer = call.commitOnce(key_id, revoke);
    if (isRevoked) tell({ key_id });
    return answer;
  });
}

/** What may be kept of an answer that gives a secret. */
const withoutSecret = <Body extends object>(body: Body) => ({ ...body, secret: null });

type KeyRequest = Pick<Call<Route>, 'workspace' | 'principal'>;

function describe({ usageClock }: KeyRequest['workspace'], row: keys.ApiKeyRow): ApiKey {
  return {
    key_id: row.key_id,
    name: row.name,
    role: row.role,
    hint: row.hint,
    created_at: new Date(row.created_at).toISOString(),
    rotated_at: timeOf(row.rotated_at),
    last_used_at: timeOf(usageClock.lastUsedOf(row.key_id) ?? row.last_used_at),
    revoked_at: timeOf(row.revoked_at),
  };
}

function timeOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

function keyOf({ workspace, principal }: KeyRequest, keyId: string): ApiKey {
  const row = keys.findKeyRow(workspace.db, principal.orgId, keyId);
  if (!row) throw new Problem('key_not_found', `No API key has the id ${JSON.stringify(keyId)}.`);
  return describe(workspace, row);
}

type LiveKeyRequest = KeyRequest & { readonly params: { readonly key_id: string } };

/** The key of the path, unless it has been revoked; a replay is answered all the same. */
function liveKeyOf(call: LiveKeyRequest, { isReplayable = false } = {}): ApiKey {
  const key = keyOf(call, call.params.key_id);
  if (key.revoked_at === null || isReplayable) return key;
  throw new Problem('key_revoked', `“${key.name}” has been revoked, which cannot be taken back. Make a new key.`);
}
