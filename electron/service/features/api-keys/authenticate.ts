// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ApiKeys } from './api-keys.ts';

/** Returns the principal of the request's API key, from `Authorization: Bearer <key>` or `X-API-Key: <key>`. Throws 401. */
export function authenticateKey(headers: Headers, apiKeys: ApiKeys | undefined, now: number): Principal {
  const secret = readSecret(headers);
  if (secret === undefined) throw createUnauthorizedProblem('Send an API key as "Authorization: Bearer <key>".');
  const key = apiKeys?.findBySecret(secret);
  if (!key) throw createUnauthorizedProblem('This API key is unknown or has been revoked.');
  apiKeys?.recordUse(key, now);
  return key;
}

export function hasCredentials(headers: Headers): boolean {
  return headers.has('Authorization') || headers.has('X-API-Key');
}

function readSecret(headers: Headers): string | undefined {
  const authorization = headers.get('Authorization');
  if (authorization === null) return headers.get('X-API-Key')?.trim() || undefined;
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}

function createUnauthorizedProblem(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="switchboard"' } });
}
