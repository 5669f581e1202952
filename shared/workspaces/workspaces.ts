import * as z from 'zod';
import { emailSchema, memberSchema } from '../organization/members.ts';
import { newConnectionSchema } from './connection.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine, toPlainToken } from '../text/plain-text.ts';

/** A linked workspace has a remote that serves the same API; it mirrors the remote and sends changes to it. */
export const workspaceKinds = ['local', 'demo', 'linked'] as const;

export const workspaceSchema = z.object({
  workspace_id: z.string(),
  name: z.string(),
  kind: z.enum(workspaceKinds),
  created_at: timestampSchema,
  /** The host of a linked workspace's remote, with its port unless it is the usual one; null for other workspaces. */
  remote_host: z.string().nullable(),
  /** The reason why the workspace cannot be opened, or null. Its files are kept in both cases. */
  error: z.string().nullable(),
  /** Whether it can be opened read-only if it is damaged. */
  is_readable: z.boolean(),
  /** Whether it is open read-only. */
  is_read_only: z.boolean(),
});

export type Workspace = z.infer<typeof workspaceSchema>;

/** The reason why a change is refused, and what to do. */
export const readOnlyReason = 'Read-only: this workspace is damaged. Restore a snapshot, or export what can be read.';

export const workspaceNameSchema = z
  .string()
  .overwrite(toPlainLine)
  .min(1, 'Enter a name.')
  .max(limits.workspaceNameLength, `Use at most ${limits.workspaceNameLength} characters.`);

export const newWorkspaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({
    kind: z.literal('local'),
    name: workspaceNameSchema,
    industry: z.string().overwrite(toPlainLine).max(limits.workspaceNameLength).default(''),
    /** If present, the first member is created with this address, as an active admin. */
    email: z
      .string()
      .overwrite(toPlainToken)
      .pipe(z.union([z.literal(''), emailSchema]))
      .default(''),
  }),
  z.object({
    kind: z.literal('linked'),
    name: workspaceNameSchema,
    connection: newConnectionSchema,
    /** The remote's member to whom the API key belongs, who then uses the window. */
    member: memberSchema
      .pick({ user_id: true, role: true })
      .extend({ user_id: z.string().min(1).max(limits.idLength), role: z.enum(roles), email: emailSchema })
      .optional(),
  }),
]);

export type NewWorkspace = z.output<typeof newWorkspaceSchema>;

const params = z.object({ workspace_id: z.string().max(limits.idLength) });

/** `read_only` opens a damaged workspace without changing anything in it. */
const openModes = ['read_write', 'read_only'] as const;

const common = { tag: 'Workspaces', roles, extension: true } as const;

export const listWorkspaces = defineRoute({
  ...common,
  id: 'listWorkspaces',
  method: 'get',
  path: '/workspaces',
  summary: 'List workspaces',
  status: 200,
  response: z.object({ data: z.array(workspaceSchema), current_id: z.string().nullable() }),
  problems: [],
});

export const createWorkspace = defineRoute({
  ...common,
  id: 'createWorkspace',
  outsideWorkspace: true,
  method: 'post',
  path: '/workspaces',
  summary: 'Create a workspace',
  json: newWorkspaceSchema,
  status: 201,
  response: workspaceSchema,
  problems: ['storage_full', 'connection_invalid', 'already_linked'],
});

export const prepareDemo = defineRoute({
  ...common,
  id: 'prepareDemo',
  method: 'post',
  path: '/workspaces/demo/prepare',
  summary: 'Prepare a demo',
  description:
    'Starts to create a demo before the user asks for it. It is listed once it is created with “Create a workspace”. Does nothing while a workspace is open.',
  readOnly: true,
  status: 202,
  response: z.object({}),
  problems: [],
});

export const openWorkspace = defineRoute({
  ...common,
  id: 'openWorkspace',
  outsideWorkspace: true,
  method: 'post',
  path: '/workspaces/{workspace_id}/open',
  summary: 'Open a workspace',
  params,
  query: z.object({ mode: z.enum(openModes).default('read_write') }),
  status: 200,
  response: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const renameWorkspace = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'renameWorkspace',
  outsideWorkspace: true,
  method: 'patch',
  path: '/workspaces/{workspace_id}',
  summary: 'Rename a workspace',
  params,
  json: z.object({ name: workspaceNameSchema }),
  status: 200,
  response: workspaceSchema,
  problems: ['workspace_not_found', 'workspace_unusable', 'workspace_read_only'],
});

export const deleteWorkspace = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'deleteWorkspace',
  outsideWorkspace: true,
  method: 'delete',
  path: '/workspaces/{workspace_id}',
  summary: 'Delete a workspace',
  params,
  status: 200,
  response: z.object({ current_id: z.string().nullable() }),
  problems: ['workspace_not_found'],
});

export const snapshotSchema = z.object({
  snapshot_id: z.string(),
  created_at: timestampSchema,
  size_bytes: z.int().min(0),
  /** False if the chain of the activity was already broken in the workspace. */
  is_activity_intact: z.boolean(),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

export const listSnapshots = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'listSnapshots',
  method: 'get',
  path: '/workspaces/{workspace_id}/snapshots',
  summary: 'List snapshots of a workspace',
  description: 'Returns the snapshots, newest first. One is taken every day, and the last seven are kept.',
  params,
  status: 200,
  response: z.object({ data: z.array(snapshotSchema) }),
  problems: ['workspace_not_found', 'workspace_unusable'],
});

export const createSnapshot = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'createSnapshot',
  method: 'post',
  path: '/workspaces/{workspace_id}/snapshots',
  summary: 'Create a snapshot of the open workspace',
  params,
  status: 201,
  response: snapshotSchema,
  problems: ['workspace_not_found', 'workspace_unusable', 'storage_full'],
});

/** The files that a snapshot replaces are deleted after this many days. */
export const damagedCopyDays = 30;

/** Data that was added after the snapshot is not in the workspace afterwards. Members, API keys and the do-not-call list stay as they are. */
export const restoreSnapshot = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'restoreSnapshot',
  outsideWorkspace: true,
  method: 'post',
  path: '/workspaces/{workspace_id}/restore',
  summary: 'Restore a snapshot of a workspace',
  params,
  json: z.object({ snapshot_id: z.string().max(limits.idLength) }),
  status: 200,
  response: workspaceSchema.extend({
    /** The folder, inside the workspace's own, that contains the files that were replaced. */
    kept_in: z.string(),
  }),
  problems: ['workspace_not_found', 'snapshot_not_found', 'workspace_unusable', 'storage_full'],
});

export const deleteDamagedCopy = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'deleteDamagedCopy',
  outsideWorkspace: true,
  method: 'delete',
  path: '/workspaces/{workspace_id}/damaged-copies/{copy_id}',
  summary: 'Delete the files that a restored snapshot replaced',
  description: 'They are listed by `GET /storage`, and deleted automatically 30 days after the restore.',
  params: params.extend({ copy_id: z.string().max(limits.idLength) }),
  status: 200,
  response: z.object({ copy_id: z.string() }),
  problems: ['workspace_not_found', 'damaged_copy_not_found', 'workspace_unusable'],
});

export const exportWorkspace = defineRoute({
  ...common,
  roles: ['admin'],
  isLocal: true,
  id: 'exportWorkspace',
  method: 'get',
  path: '/workspaces/{workspace_id}/export',
  summary: 'Export what can be read of a workspace',
  description:
    'Returns a ZIP file: every table as JSON lines, the original documents, the recordings, and a report. What could not be read is listed in the report and in `unreadable.json`.',
  params,
  status: 200,
  response: 'bytes',
  problems: ['workspace_not_found'],
});

const windowMemberSchema = memberSchema.pick({ user_id: true, email: true, role: true });

const sessionSchema = z.object({
  version: z.string(),
  workspace: workspaceSchema.nullable(),
  org_id: z.string().nullable(),
  role: z.enum(roles),
  /** The highest role that can be chosen: in a linked workspace, the API key's once it is known. */
  highest_role: z.enum(roles),
  /** The member who uses the window. */
  member: windowMemberSchema.nullable(),
  /** Whether the user should choose a member. */
  asks_for_member: z.boolean(),
});

/** Returns the open workspace and the window's role in it. `workspace` is null until the first workspace is created. */
export const getSession = defineRoute({
  ...common,
  id: 'getSession',
  method: 'get',
  path: '/session',
  summary: 'Get the session',
  status: 200,
  response: sessionSchema,
  problems: [],
});

/** Each workspace keeps its role until the application exits. */
export const changeRole = defineRoute({
  ...common,
  id: 'changeRole',
  outsideWorkspace: true,
  method: 'patch',
  path: '/session',
  summary: 'Change the role of the session',
  json: z.object({ role: z.enum(roles) }),
  status: 200,
  response: sessionSchema,
  problems: ['no_workspace'],
});

/** Readable by every role, because the choice of the member gives the role. */
export const listWindowMembers = defineRoute({
  ...common,
  id: 'listWindowMembers',
  method: 'get',
  path: '/session/members',
  summary: 'List the members who can use the window',
  status: 200,
  response: z.object({ data: z.array(windowMemberSchema) }),
  problems: ['no_workspace'],
});

/** Stored in the settings of this computer, for each workspace. Without a member, the window acts as nobody in particular. */
export const chooseWindowMember = defineRoute({
  ...common,
  id: 'chooseWindowMember',
  outsideWorkspace: true,
  method: 'patch',
  path: '/session/member',
  summary: 'Choose the member who uses the window',
  json: z.object({ user_id: z.string().max(limits.idLength).nullable() }),
  status: 200,
  response: sessionSchema,
  problems: ['no_workspace', 'member_not_found'],
});

export const addWindowMember = defineRoute({
  ...common,
  roles: ['admin'],
  id: 'addWindowMember',
  method: 'post',
  path: '/session/member',
  summary: 'Add the user of the window as an active Admin',
  json: z.object({ email: emailSchema }),
  status: 201,
  response: windowMemberSchema,
  problems: ['no_workspace', 'member_exists', 'not_available_on_remote'],
});
