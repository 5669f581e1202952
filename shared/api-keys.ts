import * as z from 'zod';
import { limits } from './limits.ts';
import { pageQuerySchema, pageSchema } from './paging.ts';
import { toPlainLine } from './plain-text.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';

export const apiKeySchema = z
  .object({
    key_id: z.string().max(limits.idLength),
    name: z.string(),
    role: z.enum(roles),
    hint: z.string().meta({ description: 'The last four characters of the secret' }),
    created_at: timestampSchema,
    rotated_at: timestampSchema.nullable(),
    last_used_at: timestampSchema.nullable(),
    revoked_at: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.infer<typeof apiKeySchema>;

const apiKeyWithSecretSchema = apiKeySchema
  .extend({
    secret: z.string().nullable().meta({
      description: 'Given once and stored nowhere: null where an answer is replayed for its Idempotency-Key',
    }),
  })
  .meta({ id: 'IssuedApiKey' });

export type ApiKeyWithSecret = z.infer<typeof apiKeyWithSecretSchema>;

export const newApiKeySchema = z.object({
  name: z
    .string()
    .overwrite(toPlainLine)
    .min(1, 'The name is empty.')
    .max(limits.apiKeyNameLength, `A name has at most ${limits.apiKeyNameLength} characters.`),
  role: z.enum(roles),
});

const common = { tag: 'Keys', roles: ['admin'], extension: true } as const;

const params = z.object({ key_id: z.string().max(limits.idLength) });

export const listApiKeys = defineRoute({
  ...common,
  id: 'listApiKeys',
  method: 'get',
  path: '/keys',
  summary: 'List the API keys, revoked ones included, newest first',
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
  summary: 'Make an API key',
  json: newApiKeySchema,
  status: 201,
  response: apiKeyWithSecretSchema,
  problems: ['too_large', 'unsupported_media_type'],
});

/** A new secret; the old one is refused from then on. */
export const rotateApiKey = defineRoute({
  ...common,
  id: 'rotateApiKey',
  method: 'post',
  path: '/keys/{key_id}/rotate',
  summary: 'Rotate an API key',
  params,
  status: 200,
  response: apiKeyWithSecretSchema,
  problems: ['key_not_found', 'key_revoked'],
});

/** For good; requests that are being answered finish. */
export const revokeApiKey = defineRoute({
  ...common,
  id: 'revokeApiKey',
  method: 'post',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke an API key',
  params,
  status: 200,
  response: apiKeySchema,
  problems: ['key_not_found', 'key_revoked'],
});
