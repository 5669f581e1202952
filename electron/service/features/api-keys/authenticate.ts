import { Problem } from '../../../../shared/problems.ts';
import type { Role } from '../../../../shared/roles.ts';
import { findApiKeyBySecret } from './api-key-queries.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';

/** On whose behalf a request acts. */
export type Principal = {
  /** The API key's id; `window` for the program's own window. */
  readonly keyId: string;
  readonly orgId: string;
  readonly role: Role;
};

/** The principal of the window, in the role that it was given. */
export function createWindowPrincipal(workspace: OpenWorkspace | undefined, role: Role): Principal {
  return { keyId: 'window', orgId: workspace?.orgId ?? '', role };
}

/** The key that a request carries, or 401: `Authorization: Bearer <key>`, or `X-API-Key: <key>` (decisions.md). */
export function authenticateKey(headers: Headers, workspace: OpenWorkspace | undefined, now: number): Principal {
  const secret = readSecret(headers);
  if (secret === undefined) throw createUnauthorizedProblem('Send an API key as "Authorization: Bearer <key>".');
  const key = workspace && findApiKeyBySecret(workspace.db, secret);
  if (!key) throw createUnauthorizedProblem('This API key is unknown or has been revoked.');
  workspace.apiKeyUsage.recordUse(key.keyId, now);
  return key;
}

/** A body may take minutes to come: whoever has lost the key by its end changes nothing any more. Throws 401. */
export function requireActiveKey(headers: Headers, { keyId }: Principal, workspace: OpenWorkspace): void {
  if (keyId !== 'window') authenticateKey(headers, workspace, workspace.context.now());
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
