import * as z from 'zod';
import { defineRoute } from '../contract/route.ts';

/** The service on a local port, for other programs on this computer. */
export const localApiStatusSchema = z.object({
  enabled: z.boolean(),
  port: z.int().min(1).max(65_535),
  /** `http://127.0.0.1:<port>/v1` while the server runs. */
  base_url: z.string().nullable(),
  /** Why the server does not run although it is enabled, as a sentence. */
  error: z.string().nullable(),
});

export type LocalApiStatus = z.infer<typeof localApiStatusSchema>;

const common = {
  tag: 'Local API',
  path: '/local-api',
  roles: ['admin'],
  isLocal: true,
  extension: true,
  status: 200,
} as const;

export const getLocalApi = defineRoute({
  ...common,
  id: 'getLocalApi',
  method: 'get',
  summary: 'Get local API settings',
  response: localApiStatusSchema,
  problems: [],
});

export const updateLocalApi = defineRoute({
  ...common,
  id: 'updateLocalApi',
  outsideWorkspace: true,
  method: 'patch',
  summary: 'Update local API settings',
  description: 'Fails without changes if the port cannot be opened.',
  json: z.object({ enabled: z.boolean(), port: localApiStatusSchema.shape.port }).partial(),
  response: localApiStatusSchema,
  problems: ['port_unavailable', 'settings_not_saved', 'storage_full'],
});
