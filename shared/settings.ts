import * as z from 'zod';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/** From the smallest on. */
export const textSizes = ['small', 'standard', 'large', 'largest'] as const;

export type TextSize = (typeof textSizes)[number];

/** What the program remembers about itself, never a secret. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  sidebar: z.enum(['open', 'folded']).default('open'),
  text_size: z.enum(textSizes).default('standard'),
  /** What the program shows when it starts: the workspace that was open last, or the list of all. */
  startup: z.enum(['last', 'list']).default('last'),
});

export type Settings = z.infer<typeof settingsSchema>;

export const getSettings = defineRoute({
  id: 'getSettings',
  method: 'get',
  path: '/settings',
  summary: 'The settings of the window',
  tag: 'Settings',
  roles,
  extension: true,
  status: 200,
  response: settingsSchema,
  problems: [],
});

export const updateSettings = defineRoute({
  id: 'updateSettings',
  method: 'patch',
  path: '/settings',
  summary: 'Change the settings',
  tag: 'Settings',
  roles,
  extension: true,
  // Without the defaults: what is not named stays as it is.
  json: z
    .object({
      theme: settingsSchema.shape.theme.unwrap(),
      sidebar: settingsSchema.shape.sidebar.unwrap(),
      text_size: settingsSchema.shape.text_size.unwrap(),
      startup: settingsSchema.shape.startup.unwrap(),
    })
    .partial(),
  status: 200,
  response: settingsSchema,
  problems: [],
});
