import type * as z from 'zod';
import { bearerHeader, newConnectionSchema, type ConnectionSettings } from '../../../shared/workspaces/connection.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { completeBaseUrl } from '../../../shared/workspaces/base-url.ts';
import { isLoopbackHost } from '../../../shared/workspaces/loopback-host.ts';
import { formatError } from '../../format/format-error.ts';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';

export type HeaderChoice = 'bearer' | 'x-api-key' | 'other';

/** What the user has entered about a connection. */
export type ConnectionDraft = {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly apiKey: string;
  readonly header: HeaderChoice;
  /** The name of another header. */
  readonly headerName: string;
  readonly allowHttp: boolean;
  /** The certificate that the user trusts, although the system does not. */
  readonly certificateSha256: string | null;
};

/** A base URL with what the user allowed for it. */
export type Address = Pick<ConnectionDraft, 'baseUrl' | 'allowHttp' | 'certificateSha256'>;

export const emptyConnection: ConnectionDraft = {
  baseUrl: '',
  orgId: '',
  apiKey: '',
  header: 'bearer',
  headerName: '',
  allowHttp: false,
  certificateSha256: null,
};

const apiKeyHeader = 'X-API-Key';

export const headerOptions = [
  { value: 'bearer', label: 'Bearer token', hint: 'Authorization: Bearer, followed by the key' },
  { value: 'x-api-key', label: 'X-API-Key', hint: 'The key alone' },
  { value: 'other', label: 'Another header…', hint: 'The key alone, in a header that you name' },
] as const satisfies readonly { readonly value: HeaderChoice; readonly label: string; readonly hint: string }[];

/** Returns the draft of stored settings. The API key is never shown again. */
export function toDraft(settings: ConnectionSettings): ConnectionDraft {
  const header = findChoice(settings.key_header);
  return {
    baseUrl: settings.base_url,
    orgId: settings.org_id,
    apiKey: '',
    header,
    headerName: header === 'other' ? settings.key_header : '',
    allowHttp: settings.allow_http,
    certificateSha256: settings.certificate_sha256,
  };
}

function findChoice(headerName: string): HeaderChoice {
  const name = headerName.toLowerCase();
  return name === bearerHeader.toLowerCase() ? 'bearer' : name === apiKeyHeader.toLowerCase() ? 'x-api-key' : 'other';
}

/** Returns the body of a request, before it is checked. */
export function toConnectionInput(draft: ConnectionDraft): z.input<typeof newConnectionSchema> {
  const headers = { bearer: bearerHeader, 'x-api-key': apiKeyHeader, other: draft.headerName };
  return {
    base_url: draft.baseUrl,
    org_id: draft.orgId,
    api_key: draft.apiKey,
    key_header: headers[draft.header],
    allow_http: draft.allowHttp && needsHttpPermission(draft.baseUrl),
    certificate_sha256: draft.certificateSha256,
  };
}

/** Returns an entered address, which can be incomplete; null if it is no URL yet. */
export function parseBaseUrl(entered: string): URL | null {
  const url = URL.parse(completeBaseUrl(entered));
  return url && url.host !== '' ? url : null;
}

/** Returns whether requests to this URL are not encrypted and leave this computer. */
export function needsHttpPermission(baseUrl: string): boolean {
  const url = parseBaseUrl(baseUrl);
  return url?.protocol === 'http:' && !isLoopbackHost(url.hostname);
}

/** Returns the host of a URL, such as the first name of a workspace; empty if there is none yet. */
export function findHost(baseUrl: string): string {
  return parseBaseUrl(baseUrl)?.hostname ?? '';
}

/** Returns the errors by the name of the innermost field, such as `base_url`. */
export function toConnectionErrors(error: unknown): FieldErrors {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.split('/').at(-1) || 'form', detail]));
}

/** Returns the messages of a failed validation by the name of the innermost field. */
export function toSchemaErrors({ issues }: z.ZodError): FieldErrors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path.at(-1) ?? 'form'), message]));
}
