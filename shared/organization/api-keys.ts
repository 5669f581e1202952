import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { toPlainLine } from '../text/plain-text.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

export const apiKeySchema = z
  .object({
    key_id: z.string().max(limits.idLength),
    name: z.string(),
    role: z.enum(roles),
    hint: z.string().meta({ description: 'Last four characters of the secret' }),
    created_at: timestampSchema,
    rotated_at: timestampSchema.nullable(),
    last_used_at: timestampSchema.nullable(),
    revoked_at: timestampSchema.nullable(),
    user_id: z.string().nullable().meta({ description: 'The member who owns it' }),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.infer<typeof apiKeySchema>;

const apiKeyWithSecretSchema = apiKeySchema
  .extend({
    secret: z.string().nullable().meta({
      description: 'Returned once and never stored: null when a response is replayed for its Idempotency-Key',
    }),
  })
  .meta({ id: 'ApiKeyWithSecret' });

export type ApiKeyWithSecret = z.infer<typeof apiKeyWithSecretSchema>;

export const newApiKeySchema = z.object({
  name: z
    .string()
    .overwrite(toPlainLine)
    .min(1, 'Enter a name.')
    .max(limits.apiKeyNameLength, `Use at most ${limits.apiKeyNameLength} characters.`),
  role: z.enum(roles),
});

const common = { tag: 'API keys', roles: ['admin'], extension: true } as const;

const params = z.object({ key_id: z.string().max(limits.idLength) });

export const listApiKeys = defineRoute({
  ...common,
  id: 'listApiKeys',
  method: 'get',
  path: '/keys',
  summary: 'List API keys',
  description: 'Returns API keys, newest first, including revoked keys.',
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(apiKeySchema).meta({ id: 'ApiKeyPage' }),
  problems: [],
});

export const createApiKey = defineRoute({
  ...common,
  id: 'createApiKey',
  method: 'post',
  path: '/keys',
  summary: 'Create an API key',
  description: 'The response contains the secret. It cannot be read again.',
  json: newApiKeySchema,
  status: 201,
  response: apiKeyWithSecretSchema,
  problems: [],
});

export const rotateApiKey = defineRoute({
  ...common,
  id: 'rotateApiKey',
  method: 'post',
  path: '/keys/{key_id}/rotate',
  summary: 'Rotate an API key',
  description: 'Replaces the secret. The old secret stops working immediately.',
  params,
  status: 200,
  response: apiKeyWithSecretSchema,
  problems: ['key_not_found', 'key_revoked'],
});

export const revokeApiKey = defineRoute({
  ...common,
  id: 'revokeApiKey',
  method: 'post',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately and cannot be restored. Running requests finish.',
  params,
  status: 200,
  response: apiKeySchema,
  problems: ['key_not_found', 'key_revoked'],
});
