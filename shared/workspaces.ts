import * as z from 'zod';
import { limits } from './limits.ts';
import { roles } from './roles.ts';
import { route } from './route.ts';
import { timestampSchema } from './timestamp.ts';

export const workspaceKinds = ['local', 'demo'] as const;

export const workspaceSchema = z.object({
  workspace_id: z.string(),
  name: z.string(),
  kind: z.enum(workspaceKinds),
  created_at: timestampSchema,
  /** Why it cannot be opened, or null; its files are kept either way. */
  trouble: z.string().nullable(),
});

export type Workspace = z.infer<typeof workspaceSchema>;

const name = z
  .string()
  .trim()
  .min(1, 'The name is empty.')
  .max(limits.workspaceNameLength, `A name has at most ${limits.workspaceNameLength} characters.`);

export const newWorkspaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({
    kind: z.literal('local'),
    name,
    industry: z.string().trim().max(limits.workspaceNameLength).default(''),
    /** Becomes the first member, an active admin, when given. */
    email: z.union([z.literal(''), z.email('This is not an e-mail address.')]).default(''),
  }),
]);

export type NewWorkspace = z.output<typeof newWorkspaceSchema>;

const params = z.object({ workspace_id: z.string().max(limits.idLength) });

const common = { tag: 'Workspaces', roles, extension: true } as const;

export const listWorkspaces = route({
  ...common,
  id: 'listWorkspaces',
  method: 'get',
  path: '/workspaces',
  summary: 'The workspaces in this program’s data folder',
  status: 200,
  answer: z.object({ data: z.array(workspaceSchema), current_id: z.string().nullable() }),
  problems: [],
});

export const createWorkspace = route({
  ...common,
  id: 'createWorkspace',
  method: 'post',
  path: '/workspaces',
  summary: 'Make a workspace and open it',
  json: newWorkspaceSchema,
  status: 201,
  answer: workspaceSchema,
  problems: ['storage_full'],
});

export const openWorkspace = route({
  ...common,
  id: 'openWorkspace',
  method: 'post',
  path: '/workspaces/{workspace_id}/open',
  summary: 'Open a workspace; the one that was open is closed',
  params,
  status: 200,
  answer: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const renameWorkspace = route({
  ...common,
  roles: ['admin'],
  id: 'renameWorkspace',
  method: 'patch',
  path: '/workspaces/{workspace_id}',
  summary: 'Rename a workspace',
  params,
  json: z.object({ name }),
  status: 200,
  answer: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const removeWorkspace = route({
  ...common,
  roles: ['admin'],
  id: 'removeWorkspace',
  method: 'delete',
  path: '/workspaces/{workspace_id}',
  summary: 'Remove a workspace with everything in it',
  params,
  status: 200,
  answer: z.object({ current_id: z.string().nullable() }),
  problems: ['workspace_not_found'],
});

const sessionSchema = z.object({
  version: z.string(),
  workspace: workspaceSchema.nullable(),
  org_id: z.string().nullable(),
  role: z.enum(roles),
});

/** Who the window is and what it shows; `workspace` is null on the first run. */
export const getSession = route({
  ...common,
  id: 'getSession',
  method: 'get',
  path: '/session',
  summary: 'The open workspace, its organization and the window’s role in it',
  status: 200,
  answer: sessionSchema,
  problems: [],
});

/** Kept for each workspace until the program ends. */
export const changeRole = route({
  ...common,
  id: 'changeRole',
  method: 'patch',
  path: '/session',
  summary: 'Use the open workspace as another role',
  json: z.object({ role: z.enum(roles) }),
  status: 200,
  answer: sessionSchema,
  problems: ['no_workspace'],
});
