import * as z from 'zod';
import { defineRoute } from './route.ts';

/** Whether, and where, other programs of this computer reach the embedded service. */
export const localApiStatusSchema = z.object({
  enabled: z.boolean(),
  port: z.int().min(1).max(65_535),
  /** `http://127.0.0.1:<port>/v1` while it listens. */
  base_url: z.string().nullable(),
  /** Why it does not listen although it is on, in a sentence. */
  error: z.string().nullable(),
});

export type LocalApiStatus = z.infer<typeof localApiStatusSchema>;

export const defaultLocalApiPort = 4747;

const common = { tag: 'Listening', path: '/local-api', roles: ['admin'], extension: true, status: 200 } as const;

export const getLocalApi = defineRoute({
  ...common,
  id: 'getLocalApi',
  method: 'get',
  summary: 'Whether other programs of this computer reach the service, and where',
  response: localApiStatusSchema,
  problems: [],
});

/** Where the port cannot be had, everything stays as it was. */
export const updateLocalApi = defineRoute({
  ...common,
  id: 'updateLocalApi',
  method: 'patch',
  summary: 'Change the access of other programs',
  json: z.object({ enabled: z.boolean(), port: localApiStatusSchema.shape.port }).partial(),
  response: localApiStatusSchema,
  problems: ['port_unavailable'],
});
