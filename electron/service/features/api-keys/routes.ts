import { createHash } from 'node:crypto';
import type { ApiKey } from '../../../../shared/api-keys.ts';
import { v1Routes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createApiKey, generateApiKeySecret } from './create-api-key.ts';
import * as keys from './api-key-queries.ts';

export function addApiKeyRoutes(tree: RouteTree, hub: EventHub): void {
  const tell = ({ key_id }: Pick<ApiKey, 'key_id'>) => hub.publish({ type: 'api_key.changed', key_id }, null);

  bindRoute(tree, v1Routes.listApiKeys, ({ workspace, principal, query: { limit, cursor } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = keys.listApiKeys(workspace.db, principal.orgId, { before, limit: limit + 1 });
    const toItem = (row: keys.ApiKeyRow) => describeApiKey(workspace, row);
    return { body: toPage(rows, limit, toItem, ({ id }) => id) };
  });

  bindRoute(tree, v1Routes.createApiKey, (call) => {
    const { workspace, principal, json } = call;
    let made: string | undefined;
    const fingerprint = createHash('sha256').update(JSON.stringify(json)).digest('hex');
    const makeKey = () => {
      const { keyId, secret } = createApiKey(workspace.db, workspace.context, { ...json, orgId: principal.orgId });
      made = keyId;
      return { body: { ...requireApiKey(call, keyId), secret } };
    };
    const answer = call.commitOnce(fingerprint, makeKey, omitSecret);
    if (made !== undefined) tell({ key_id: made });
    return answer;
  });

  bindRoute(tree, v1Routes.rotateApiKey, (call) => {
    const { db, context } = call.workspace;
    const { key_id } = requireActiveApiKey(call, { isReplayable: true });
    let isRotated = false;
    const rotate = () => {
      requireActiveApiKey(call);
      const secret = generateApiKeySecret(context);
      keys.replaceApiKeySecret(db, key_id, secret, context.now());
      isRotated = true;
      return { body: { ...requireApiKey(call, key_id), secret } };
    };
    const answer = call.commitOnce(key_id, rotate, omitSecret);
    if (isRotated) tell({ key_id });
    return answer;
  });

  bindRoute(tree, v1Routes.revokeApiKey, (call) => {
    const { db, context } = call.workspace;
    const { key_id } = requireActiveApiKey(call, { isReplayable: true });
    let isRevoked = false;
    const revoke = () => {
      requireActiveApiKey(call);
      keys.revokeApiKey(db, key_id, context.now());
      isRevoked = true;
      return { body: requireApiKey(call, key_id) };
    };
    const answer = call.commitOnce(key_id, revoke);
    if (isRevoked) tell({ key_id });
    return answer;
  });
}

/** What may be kept of an answer that gives a secret. */
const omitSecret = <Body extends object>(body: Body) => ({ ...body, secret: null });

type ApiKeyRequest = Pick<RequestContext<Route>, 'workspace' | 'principal'>;

function describeApiKey({ apiKeyUsage }: ApiKeyRequest['workspace'], row: keys.ApiKeyRow): ApiKey {
  return {
    key_id: row.key_id,
    name: row.name,
    role: row.role,
    hint: row.hint,
    created_at: new Date(row.created_at).toISOString(),
    rotated_at: toNullableTimestamp(row.rotated_at),
    last_used_at: toNullableTimestamp(apiKeyUsage.getPendingLastUsed(row.key_id) ?? row.last_used_at),
    revoked_at: toNullableTimestamp(row.revoked_at),
  };
}

function toNullableTimestamp(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

function requireApiKey({ workspace, principal }: ApiKeyRequest, keyId: string): ApiKey {
  const row = keys.findApiKeyRow(workspace.db, principal.orgId, keyId);
  if (!row) throw new Problem('key_not_found', `No API key has the id ${JSON.stringify(keyId)}.`);
  return describeApiKey(workspace, row);
}

type ActiveApiKeyRequest = ApiKeyRequest & { readonly params: { readonly key_id: string } };

/** The key of the path, unless it has been revoked; a replay is answered all the same. */
function requireActiveApiKey(call: ActiveApiKeyRequest, { isReplayable = false } = {}): ApiKey {
  const key = requireApiKey(call, call.params.key_id);
  if (key.revoked_at === null || isReplayable) return key;
  throw new Problem('key_revoked', `“${key.name}” has been revoked, which cannot be taken back. Make a new key.`);
}
