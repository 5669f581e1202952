import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { workspaceSchema, type Workspace } from '../../../shared/workspaces/workspaces.ts';

const labelSchema = workspaceSchema.pick({ name: true, kind: true, created_at: true });

/** What the list of workspaces shows. */
export type WorkspaceLabel = z.infer<typeof labelSchema>;

const labelFile = 'workspace.json';

/** Returns the copy of a workspace's label that is kept beside its database, for when the database cannot be read. */
export function readLabel(dir: string): WorkspaceLabel | undefined {
  try {
    return labelSchema.parse(JSON.parse(readFileSync(join(dir, labelFile), 'utf8')));
  } catch {
    return undefined; // missing, or damaged like the database
  }
}

/** Stores the copy, unless it is the same already. */
export function writeLabel(dir: string, { name, kind, created_at }: Workspace | WorkspaceLabel): void {
  const label: WorkspaceLabel = { name, kind, created_at };
  if (JSON.stringify(readLabel(dir)) === JSON.stringify(label)) return;
  const temporaryPath = join(dir, `.${labelFile}`);
  writeFileSync(temporaryPath, JSON.stringify(label), { mode: 0o600 });
  renameSync(temporaryPath, join(dir, labelFile));
}
