import type { ApiKey } from '../../../../shared/organization/api-keys.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { type ApiKeys, createApiKey } from './api-keys.ts';
import { findApiKeyRow, listApiKeys, type ApiKeyRow } from './api-key-queries.ts';

type ApiKeyServices = { readonly apiKeys: ApiKeys };

export function addApiKeyRoutes({ v1: tree }: RouteTrees<ApiKeyServices>): void {
  bindRoute(tree, v1Routes.listApiKeys, ({ db, orgId, services, query: { limit, cursor } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listApiKeys(db, orgId, { before, limit: limit + 1 });
    return {
      body: toPage(
        rows,
        limit,
        (row) => describeApiKey(services, row),
        ({ id }) => id,
      ),
    };
  });

  bindRoute(tree, v1Routes.createApiKey, (ctx) => {
    const { db, orgId, context, json } = ctx;
    const create = () => {
      const { keyId, secret } = createApiKey(db, context, { ...json, orgId });
      ctx.events.publish({ type: 'api_key.changed', key_id: keyId }, null);
      return { body: { ...readApiKey(ctx, keyId), secret } };
    };
    return ctx.commitOnce(json, create, omitSecret);
  });

  bindRoute(
    tree,
    v1Routes.rotateApiKey,
    (ctx) => {
      const { key_id } = ctx.found;
      const rotate = () => {
        requireActive(ctx.found);
        const secret = ctx.services.apiKeys.rotate(ctx.orgId, key_id);
        return { body: { ...readApiKey(ctx, key_id), secret } };
      };
      return ctx.commitOnce(key_id, rotate, omitSecret);
    },
    requireApiKey,
  );

  bindRoute(
    tree,
    v1Routes.revokeApiKey,
    (ctx) => {
      const { key_id } = ctx.found;
      return ctx.commitOnce(key_id, () => {
        requireActive(ctx.found);
        ctx.services.apiKeys.revoke(ctx.orgId, key_id);
        return { body: readApiKey(ctx, key_id) };
      });
    },
    requireApiKey,
  );
}

/** A replay returns null, because secrets are never stored. */
const omitSecret = <Body extends object>(body: Body) => ({ ...body, secret: null });

type ApiKeyContext = Pick<RequestContext<Route, ApiKeyServices>, 'db' | 'orgId' | 'services'>;

function describeApiKey({ apiKeys }: ApiKeyServices, row: ApiKeyRow): ApiKey {
  return {
    key_id: row.key_id,
    name: row.name,
    role: row.role,
    hint: row.hint,
    created_at: formatTimestamp(row.created_at),
    rotated_at: formatNullableTimestamp(row.rotated_at),
    last_used_at: formatNullableTimestamp(apiKeys.getPendingLastUsed(row.key_id) ?? row.last_used_at),
    revoked_at: formatNullableTimestamp(row.revoked_at),
    user_id: row.user_id,
  };
}

function formatNullableTimestamp(timeMs: number | null): string | null {
  return timeMs === null ? null : formatTimestamp(timeMs);
}

function readApiKey({ db, orgId, services }: ApiKeyContext, keyId: string): ApiKey {
  const row = findApiKeyRow(db, orgId, keyId);
  if (!row) throw new Problem('key_not_found', `There is no API key with the ID ${JSON.stringify(keyId)}.`);
  return describeApiKey(services, row);
}

/** Returns the key that the path names, even if it is revoked. Throws 404. */
function requireApiKey(ctx: ApiKeyContext & { readonly params: { readonly key_id: string } }): ApiKey {
  return readApiKey(ctx, ctx.params.key_id);
}

function requireActive({ name, revoked_at }: ApiKey): void {
  if (revoked_at === null) return;
  throw new Problem('key_revoked', `“${name}” is revoked and cannot be used again. Create a new API key.`);
}
