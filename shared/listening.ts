import * as z from 'zod';
import { route } from './route.ts';

/** Whether, and where, other programs of this computer reach the embedded service. */
export const listeningSchema = z.object({
  is_on: z.boolean(),
  port: z.int().min(1).max(65_535),
  /** `http://127.0.0.1:<port>/v1` while it listens. */
  base_url: z.string().nullable(),
  /** Why it does not listen although it is on, in a sentence. */
  trouble: z.string().nullable(),
});

export type Listening = z.infer<typeof listeningSchema>;

export const defaultPort = 4747;

const common = { tag: 'Listening', path: '/listening', roles: ['admin'], extension: true, status: 200 } as const;

export const getListening = route({
  ...common,
  id: 'getListening',
  method: 'get',
  summary: 'Whether other programs of this computer reach the service, and where',
  answer: listeningSchema,
  problems: [],
});

/** Where the port cannot be had, everything stays as it was. */
export const changeListening = route({
  ...common,
  id: 'changeListening',
  method: 'patch',
  summary: 'Change the access of other programs',
  json: z.object({ is_on: z.boolean(), port: listeningSchema.shape.port }).partial(),
  answer: listeningSchema,
  problems: ['port_unavailable'],
});
