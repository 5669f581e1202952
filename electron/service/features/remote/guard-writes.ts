// Public: other features may import this file.
import { findRedirectedBase } from './base-url.ts';
import { reportsError } from './read-remote.ts';
import { isMissing, RemoteError, type RemoteClient, type RemoteResponse } from './remote-client.ts';

/**
 * Fetches the organization of a connection. Rejects with RemoteError `wrong_organization` if the remote does not have it, or sends
 * another one: another service may answer at the base URL.
 */
export async function fetchOrganization(
  client: Pick<RemoteClient, 'request'>,
  orgId: string,
  signal?: AbortSignal,
): Promise<RemoteResponse> {
  const request = { method: 'GET', path: formatOrganizationPath(orgId), ...(signal && { signal }) } as const;
  const response = await client.request(request).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    if (isMissing(error)) throw createOrganizationError(`The remote has no organization ${orgId}.`, error);
    if (error.code === 'forbidden_organization')
      throw createOrganizationError(`The API key belongs to a different organization from ${orgId}.`, error);
    throw error;
  });
  const id = getOrganizationId(response.body) ?? orgId;
  if (id === orgId) return response;
  // An ID that cannot be shown in a sentence is left out.
  const name = /^[\w.:-]{1,64}$/.test(id) ? `the organization ${id}` : 'another organization';
  throw createOrganizationError(`The remote sent ${name} instead of ${orgId}.`);
}

export function formatOrganizationPath(orgId: string): string {
  return `/organizations/${encodeURIComponent(orgId)}`;
}

/** Returns the ID of the organization in a response, '' if it is neither text nor a number, and null if there is none. */
export function getOrganizationId(body: unknown): string | null {
  const { id, organization_id, org_id } = toFields(body);
  const found = id ?? organization_id ?? org_id ?? null;
  if (found === null) return null;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Whether a successful response has an organization, and not, for example, an error. */
export function hasOrganization(body: unknown): boolean {
  const isNamed = getOrganizationId(body) !== null || typeof toFields(body)['name'] === 'string';
  return isNamed && !reportsError(body);
}

function toFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function createOrganizationError(difference: string, cause?: RemoteError): RemoteError {
  const fix = 'Another service may answer at this address. Check the base URL in Settings under Connection.';
  return new RemoteError('wrong_organization', `${difference} ${fix}`, { wasSent: false, cause });
}

/** The changes of a batch that follow within this time share one verification. A call or a build request never does. */
const verifiedForMs = 1_000;

/**
 * Returns the client with a guard: before it sends a change, it verifies that the remote has the organization of the connection, and
 * that requests are not redirected to another base URL. A change that it holds back was not sent.
 */
export function guardWrites(client: RemoteClient, now: () => number): RemoteClient {
  const { org_id: orgId } = client.settings;
  let verifiedAt = -Infinity;
  const verify = async (signal: AbortSignal | undefined) => {
    const startedAt = now();
    try {
      const reason = explainUnusable(await fetchOrganization(client, orgId, signal), orgId);
      if (reason !== null) throw new RemoteError('invalid', reason, { wasSent: false });
      verifiedAt = startedAt;
    } catch (error) {
      throw error instanceof RemoteError ? toUnsentError(error, orgId) : error;
    }
  };
  return {
    settings: client.settings,
    capabilities: client.capabilities,
    keyHash: client.keyHash,
    request: async (request) => {
      const ageMs = now() - verifiedAt;
      const isVerified = request.json === undefined && ageMs >= 0 && ageMs < verifiedForMs;
      const isWrite = request.method !== 'GET' && request.readOnly !== true;
      if (isWrite && !isVerified) await verify(request.signal);
      return client.request(request);
    },
    download: client.download,
    readEvents: client.readEvents,
    closeIdle: client.closeIdle,
    close: client.close,
  };
}

/** Returns why nothing can be sent, although the organization was not missing; null if it can. */
function explainUnusable({ body, redirectedTo }: RemoteResponse, orgId: string): string | null {
  if (!hasOrganization(body)) return `The remote sent something other than the organization ${orgId}.`;
  const base = redirectedTo && findRedirectedBase(redirectedTo, formatOrganizationPath(orgId));
  return base ? `The remote redirects to ${base}. Change the base URL to it in Settings under Connection.` : null;
}

/** The change was not sent, because the organization could not be verified. */
function toUnsentError(error: RemoteError, orgId: string): RemoteError {
  const { kind, message, retryAfterMs } = error;
  const explained = kind === 'rejected' ? `The remote did not confirm the organization ${orgId}: ${message}` : message;
  return new RemoteError(kind, explained, { wasSent: false, retryAfterMs, cause: error });
}
