import * as z from 'zod';
import { limits } from './limits.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';

export const workspaceKinds = ['local', 'demo'] as const;

export const workspaceSchema = z.object({
  workspace_id: z.string(),
  name: z.string(),
  kind: z.enum(workspaceKinds),
  created_at: timestampSchema,
  /** Why it cannot be opened, or null; its files are kept either way. */
  error: z.string().nullable(),
});

export type Workspace = z.infer<typeof workspaceSchema>;

const workspaceNameSchema = z
  .string()
  .trim()
  .min(1, 'The name is empty.')
  .max(limits.workspaceNameLength, `A name has at most ${limits.workspaceNameLength} characters.`);

export const newWorkspaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({
    kind: z.literal('local'),
    name: workspaceNameSchema,
    industry: z.string().trim().max(limits.workspaceNameLength).default(''),
    /** Becomes the first member, an active admin, when given. */
    email: z.union([z.literal(''), z.email('This is not an e-mail address.')]).default(''),
  }),
]);

export type NewWorkspace = z.output<typeof newWorkspaceSchema>;

const params = z.object({ workspace_id: z.string().max(limits.idLength) });

const common = { tag: 'Workspaces', roles, extension: true } as const;

export const listWorkspaces = defineRoute({
  ...common,
  id: 'listWorkspaces',
  method: 'get',
  path: '/workspaces',
  summary: 'The workspaces in this program’s data folder',
  status: 200,
  response: z.object({ data: z.array(workspaceSchema), current_id: z.string().nullable() }),
  problems: [],
});

export const createWorkspace = defineRoute({
  ...common,
  id: 'createWorkspace',
  method: 'post',
  path: '/workspaces',
  summary: 'Make a workspace and open it',
  json: newWorkspaceSchema,
  status: 201,
  response: workspaceSchema,
  problems: ['storage_full'],
});

export const openWorkspace = defineRoute({
  ...common,
  id: 'openWorkspace',
  method: 'post',
  path: '/workspaces/{workspace_id}/open',
  summary: 'Open a workspace; the one that was open is closed',
  params,
  status: 200,
  response: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const renameWorkspace = defineRoute({
  ...common,
  roles: ['admin'],
  id: 'renameWorkspace',
  method: 'patch',
  path: '/workspaces/{workspace_id}',
  summary: 'Rename a workspace',
  params,
  json: z.object({ name: workspaceNameSchema }),
  status: 200,
  response: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const deleteWorkspace = defineRoute({
  ...common,
  roles: ['admin'],
  id: 'deleteWorkspace',
  method: 'delete',
  path: '/workspaces/{workspace_id}',
  summary: 'Remove a workspace with everything in it',
  params,
  status: 200,
  response: z.object({ current_id: z.string().nullable() }),
  problems: ['workspace_not_found'],
});

const sessionSchema = z.object({
  version: z.string(),
  workspace: workspaceSchema.nullable(),
  org_id: z.string().nullable(),
  role: z.enum(roles),
});

/** Who the window is and what it shows; `workspace` is null on the first run. */
export const getSession = defineRoute({
  ...common,
  id: 'getSession',
  method: 'get',
  path: '/session',
  summary: 'The open workspace, its organization and the window’s role in it',
  status: 200,
  response: sessionSchema,
  problems: [],
});

/** Kept for each workspace until the program ends. */
export const changeRole = defineRoute({
  ...common,
  id: 'changeRole',
  method: 'patch',
  path: '/session',
  summary: 'Use the open workspace as another role',
  json: z.object({ role: z.enum(roles) }),
  status: 200,
  response: sessionSchema,
  problems: ['no_workspace'],
});
