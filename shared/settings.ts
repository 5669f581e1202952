import * as z from 'zod';
import { roles } from './roles.ts';
import { route } from './route.ts';

/** What the program remembers about itself, never a secret. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  sidebar: z.enum(['open', 'folded']).default('open'),
});

export type Settings = z.infer<typeof settingsSchema>;

export const getSettings = route({
  id: 'getSettings',
  method: 'get',
  path: '/settings',
  summary: 'The settings of the window',
  tag: 'Settings',
  roles,
  extension: true,
  status: 200,
  answer: settingsSchema,
  problems: [],
});

export const changeSettings = route({
  id: 'changeSettings',
  method: 'patch',
  path: '/settings',
  summary: 'Change some settings and answer with all',
  tag: 'Settings',
  roles,
  extension: true,
  json: z
    .object({ theme: settingsSchema.shape.theme.unwrap(), sidebar: settingsSchema.shape.sidebar.unwrap() })
    .partial(),
  status: 200,
  answer: settingsSchema,
  problems: [],
});
