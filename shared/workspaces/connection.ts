import * as z from 'zod';
import { documentStatuses } from '../knowledge/knowledge.ts';
import { createCheckStepSchema } from '../contract/check-steps.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { acceptedInvitationSchema, emailSchema } from '../organization/members.ts';
import { toPlainToken } from '../text/plain-text.ts';
import { completeBaseUrl } from './base-url.ts';

/** Names of request headers (RFC 9110, section 5.1). `Authorization` contains a Bearer token (RFC 6750); any other header, the key alone. */
const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that requests have for other purposes, in lower case. */
const reservedHeaders: readonly string[] = [
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
];

export const bearerHeader = 'Authorization';

/** Where a linked workspace sends its requests. The API key is kept in the keychain, never here. */
export const connectionSettingsSchema = z.object({
  base_url: z.string().overwrite(completeBaseUrl).min(1, 'Enter the remote’s base URL.').max(limits.urlLength),
  org_id: z.string().overwrite(toPlainToken).min(1, 'Enter the organization ID.').max(limits.idLength),
  key_header: z
    .string()
    .overwrite(toPlainToken)
    .max(limits.idLength)
    .regex(headerNamePattern, 'Enter the name of a header, such as X-API-Key.')
    .refine(
      (name) => !reservedHeaders.includes(name.toLowerCase()),
      'This header has another purpose in every request.',
    )
    .default(bearerHeader),
  /** Allows a base URL that starts with http:// and is not on this computer. */
  allow_http: z.boolean().default(false),
  /** The SHA-256 of the only certificate to accept, in hexadecimal digits; null to accept those that the system trusts. */
  certificate_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});

export type ConnectionSettings = z.output<typeof connectionSettingsSchema>;

/** A key can start with this word, as in bearer-1234. */
export const keyWithoutScheme = [
  (key: string) => !/^(authorization ?: ?)?bearer(?![\w.~+/=-])/i.test(key),
  'Enter the key without “Bearer”, which is added if the header needs it.',
] as const;

const apiKeySchema = z
  .string()
  .overwrite(toPlainToken)
  .min(1, 'Enter the API key.')
  .max(limits.remoteKeyLength)
  .refine(...keyWithoutScheme);

export const newConnectionSchema = connectionSettingsSchema.extend({ api_key: apiKeySchema });

export type NewConnection = z.output<typeof newConnectionSchema>;

/** The steps of a check, in the order in which they run. */
export const connectionStepNames = {
  url: 'Base URL',
  dns: 'Host name',
  tcp: 'Network connection',
  tls: 'Certificate',
  remote: 'Remote',
  key: 'API key',
  organization: 'Organization',
  role: 'Role',
  contract: 'Responses',
} as const;

export type ConnectionStepId = keyof typeof connectionStepNames;

export const connectionStepIds = Object.keys(connectionStepNames) as readonly ConnectionStepId[]; // the keys of a constant

export const connectionStepSchema = createCheckStepSchema(connectionStepNames);

/** The parts of this application's API that the service specification does not have, and which another remote may lack. */
export const capabilityIds = [
  'idempotency',
  'etag',
  'document_list',
  'call_list',
  'request_list',
  'agent_list',
  'search',
  'timeline',
  'cancel_call',
  'events',
  'shared_work',
  'outcomes',
  'follow_ups',
  'members',
  'document_changes',
  'document_versions',
  'document_usage',
  'similar_documents',
  'agent_versions',
  'acceptance',
] as const;

export type CapabilityId = (typeof capabilityIds)[number];

export const capabilitiesSchema = z.record(z.enum(capabilityIds), z.boolean());

export type Capabilities = Readonly<z.infer<typeof capabilitiesSchema>>;

/** What a remote has that offers only the operations of the service specification. */
export const noCapabilities = Object.fromEntries(capabilityIds.map((id) => [id, false])) as Capabilities; // has every ID

const certificateSchema = z.object({
  sha256: z.string(),
  subject: z.string(),
  issuer: z.string(),
  valid_to: z.string(),
});

export const connectionCheckSchema = z.object({
  steps: z.array(connectionStepSchema),
  /** Null if the key cannot read the organization, or it has no name. */
  organization_name: z.string().nullable(),
  /** Inferred from the operations that the key may use; null if it could not be inferred. */
  role: z.enum(roles).nullable(),
  /** Every operation of the service specification. An operation that changes something is not tried: its permission follows from the role. */
  permissions: z.array(
    z.object({
      operation: z.string(),
      summary: z.string(),
      /** Null if it is not known. */
      is_allowed: z.boolean().nullable(),
      is_inferred: z.boolean(),
    }),
  ),
  capabilities: capabilitiesSchema,
  /** The certificate that the server sent, if it is not trusted. Null for HTTP and for trusted certificates. */
  untrusted_certificate: certificateSchema.nullable(),
  /** Milliseconds that the remote's clock is ahead of this computer's; null if the remote sends no date. */
  clock_offset_ms: z.number().nullable(),
  /** A base URL to use instead, such as the one to which the remote redirects; null if there is none. */
  suggested_base_url: z.string().nullable(),
});

export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

export const connectionSchema = z.object({
  ...connectionSettingsSchema.shape,
  /** The last 4 characters of the API key; null if no key is stored. */
  key_hint: z.string().nullable(),
  role: z.enum(roles).nullable(),
  capabilities: capabilitiesSchema,
  checked_at: timestampSchema.nullable(),
});

export type Connection = z.infer<typeof connectionSchema>;

const common = { tag: 'Connection', roles: ['admin'], isLocal: true, extension: true, status: 200 } as const;

export const checkNewConnection = defineRoute({
  ...common,
  id: 'checkNewConnection',
  method: 'post',
  path: '/connection-checks',
  summary: 'Check a connection before it is created',
  description: 'Sends only requests that change nothing.',
  roles,
  readOnly: true,
  outsideWorkspace: true,
  json: newConnectionSchema,
  response: connectionCheckSchema,
  problems: [],
});

/** What an invited person needs to become a member on a remote. */
export const remoteInvitationSchema = connectionSettingsSchema
  .pick({ base_url: true, org_id: true, allow_http: true, certificate_sha256: true })
  .extend({ email: emailSchema, secret: z.string().overwrite(toPlainToken).min(1).max(limits.remoteKeyLength) });

export type RemoteInvitation = z.output<typeof remoteInvitationSchema>;

export const acceptRemoteInvitation = defineRoute({
  ...common,
  id: 'acceptRemoteInvitation',
  method: 'post',
  path: '/accepted-invitations',
  summary: 'Accept an invitation to a remote',
  description:
    'Sends the invitation to the remote, and returns the member’s API key, which is stored only when a linked workspace is created with it.',
  roles,
  readOnly: true,
  outsideWorkspace: true,
  json: remoteInvitationSchema,
  response: acceptedInvitationSchema.extend({ secret: z.string().min(1).max(limits.remoteKeyLength) }),
  problems: [
    'connection_invalid',
    'already_linked',
    'not_available_on_remote',
    'remote_failed',
    'invitation_other_address',
    'invitation_accepted',
    'invitation_withdrawn',
    'invitation_expired',
  ],
});

export const getConnection = defineRoute({
  ...common,
  id: 'getConnection',
  method: 'get',
  path: '/connection',
  summary: 'Get the connection of the workspace',
  roles,
  response: z.object({ connection: connectionSchema.nullable() }),
  problems: ['no_workspace'],
});

/** A field that is left out keeps its value. The API key is write-only. */
export const updateConnection = defineRoute({
  ...common,
  id: 'updateConnection',
  method: 'patch',
  path: '/connection',
  summary: 'Update the connection',
  description: 'Changes the address or the remote’s API key. Waiting changes are then sent there.',
  json: z.object({
    base_url: connectionSettingsSchema.shape.base_url.optional(),
    key_header: connectionSettingsSchema.shape.key_header.removeDefault().optional(),
    allow_http: z.boolean().optional(),
    certificate_sha256: connectionSettingsSchema.shape.certificate_sha256.removeDefault().optional(),
    api_key: apiKeySchema.optional(),
  }),
  response: connectionSchema,
  problems: ['no_workspace', 'not_linked', 'connection_invalid', 'already_linked'],
});

export const checkConnection = defineRoute({
  ...common,
  id: 'checkConnection',
  method: 'post',
  path: '/connection/check',
  summary: 'Check the connection of the workspace',
  description: 'Stores the role and the capabilities that it finds.',
  readOnly: true,
  response: connectionCheckSchema,
  problems: ['no_workspace', 'not_linked', 'connection_invalid'],
});

/** What a local workspace can send to its remote. */
export const linkPreviewSchema = z.object({
  /** Newest first; without those that were uploaded elsewhere. */
  documents: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      file_name: z.string(),
      size_bytes: z.int().min(0),
      status: z.enum(documentStatuses),
    }),
  ),
  /** Build requests that are pending, newest first. */
  requests: z.array(z.object({ request_id: z.string(), name: z.string(), objective: z.string() })),
  /** Active agents of this workspace, which are archived: the remote has its own. */
  agents: z.int().min(0),
  /** Templates for metadata, which stay on this computer. */
  templates: z.int().min(0),
});

export type LinkPreview = z.infer<typeof linkPreviewSchema>;

export const previewLink = defineRoute({
  ...common,
  id: 'previewLink',
  method: 'get',
  path: '/connection/link',
  summary: 'Preview what a local workspace can send to a remote',
  response: linkPreviewSchema,
  problems: ['no_workspace', 'not_linkable'],
});

/**
 * Links the open local workspace to a remote. Its documents that are not sent are no longer used by agents; its calls and
 * invoices stay as history.
 */
export const linkWorkspace = defineRoute({
  ...common,
  id: 'linkWorkspace',
  method: 'post',
  path: '/connection/link',
  summary: 'Link the workspace to a remote',
  json: z.object({
    connection: newConnectionSchema,
    /** The documents and the build requests to send. */
    document_ids: z.array(z.string().max(limits.idLength)).default([]),
    request_ids: z.array(z.string().max(limits.idLength)).default([]),
  }),
  response: z.object({ queued: z.int().min(0) }),
  problems: [
    'no_workspace',
    'not_linkable',
    'already_linked',
    'connection_invalid',
    'document_not_found',
    'request_not_found',
    'storage_full',
  ],
});

const unlinkResultSchema = z.object({
  /** Changes that the remote cannot have received. */
  canceled: z.int().min(0),
  /** Changes that were sent without a response, so that the remote may have made them. */
  unknown: z.int().min(0),
});

export type UnlinkResult = z.infer<typeof unlinkResultSchema>;

/** Turns a linked workspace into a local archive: nothing is sent or fetched any more, and everything is kept. */
export const unlinkWorkspace = defineRoute({
  ...common,
  id: 'unlinkWorkspace',
  method: 'post',
  path: '/connection/unlink',
  summary: 'Unlink the workspace',
  description: 'Keeps everything that was fetched as a local archive. Changes that were not sent are canceled.',
  response: unlinkResultSchema,
  problems: ['no_workspace', 'not_linked'],
});
