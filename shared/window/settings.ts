import * as z from 'zod';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';

/** In ascending order. */
export const textSizes = ['small', 'standard', 'large', 'largest'] as const;

/** The height of rows in tables and lists. */
export const densities = ['comfortable', 'compact'] as const;

/** The settings of the application. They never contain secrets. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  sidebar: z.enum(['expanded', 'collapsed']).default('expanded'),
  text_size: z.enum(textSizes).default('standard'),
  density: z.enum(densities).default('comfortable'),
  /** Notifications of the system while the window does not have the focus. */
  notifications: z.enum(['on', 'off']).default('on'),
  /** The spelling of what the user types. */
  spelling: z.enum(['on', 'off']).default('on'),
  /** The first view after the start: the workspace that was open last, or the list of workspaces. */
  startup: z.enum(['last_workspace', 'workspace_list']).default('last_workspace'),
});

export type Settings = z.infer<typeof settingsSchema>;

/** What the user should know about the file that stores the settings. */
const settingsIssueSchema = z.discriminatedUnion('kind', [
  /** The file could not be read. It was renamed, and the defaults are used. */
  z.object({ kind: z.literal('damaged'), kept_as: z.string() }),
  /** A newer version of the application wrote it. What this version does not know stays in the file. */
  z.object({ kind: z.literal('newer') }),
  /** The last change could not be saved. `detail` is the reason and what to do, as sentences. */
  z.object({ kind: z.literal('not_saved'), detail: z.string() }),
]);

export type SettingsIssue = z.infer<typeof settingsIssueSchema>;

export const getSettings = defineRoute({
  id: 'getSettings',
  method: 'get',
  path: '/settings',
  summary: 'Get settings',
  tag: 'Settings',
  roles,
  extension: true,
  status: 200,
  response: settingsSchema,
  problems: [],
});

export const updateSettings = defineRoute({
  id: 'updateSettings',
  outsideWorkspace: true,
  method: 'patch',
  path: '/settings',
  summary: 'Update settings',
  tag: 'Settings',
  roles,
  extension: true,
  // Without the defaults, so that omitted settings keep their value.
  json: z
    .object({
      theme: settingsSchema.shape.theme.unwrap(),
      sidebar: settingsSchema.shape.sidebar.unwrap(),
      text_size: settingsSchema.shape.text_size.unwrap(),
      density: settingsSchema.shape.density.unwrap(),
      notifications: settingsSchema.shape.notifications.unwrap(),
      spelling: settingsSchema.shape.spelling.unwrap(),
      startup: settingsSchema.shape.startup.unwrap(),
    })
    .partial(),
  status: 200,
  response: settingsSchema,
  problems: ['settings_not_saved', 'storage_full'],
});

export const getSettingsIssue = defineRoute({
  id: 'getSettingsIssue',
  method: 'get',
  path: '/settings/issue',
  summary: 'Get the issue of the settings file',
  tag: 'Settings',
  roles,
  extension: true,
  status: 200,
  response: z.object({ issue: settingsIssueSchema.nullable() }),
  problems: [],
});
