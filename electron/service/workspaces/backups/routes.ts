import { appRoutes } from '../../../../shared/contract/contract.ts';
import { openFileRange, statFile } from '../../platform/files/read-file-range.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import type { WorkspaceManager } from '../workspace-manager.ts';
import type { Backups } from './backups.ts';

type BackupRoutesOptions = { readonly backups: Backups; readonly workspaces: WorkspaceManager };

export function addBackupRoutes({ app: tree }: RouteTrees, { backups, workspaces }: BackupRoutesOptions): void {
  const { folder, tasks } = backups;
  const describeSettings = () => ({
    folder: folder.path,
    default_folder: folder.defaultPath,
    schedule: workspaces.current?.services.backupSchedule.describe() ?? null,
  });
  const findBackup = ({ params }: { readonly params: { readonly backup_id: string } }) =>
    folder.require(params.backup_id);

  bindRoute(tree, appRoutes.listBackups, async () => {
    const { data, error } = await folder.list();
    return { body: { ...describeSettings(), data, folder_error: error, task: tasks.current } };
  });

  bindRoute(tree, appRoutes.createBackup, async ({ json, setAuditSubject }) => {
    const { id } = workspaces.requireCurrent();
    const source = workspaces.getSource(id);
    setAuditSubject({ id, label: source.name });
    return { body: await backups.create(source, { passphrase: json.passphrase, kind: 'backup' }) };
  });

  bindRoute(tree, appRoutes.uploadBackup, async ({ request, setAuditSubject }) => {
    const body = await backups.receive(request);
    setAuditSubject({ label: body.file_name });
    return { body };
  });

  bindRoute(
    tree,
    appRoutes.previewBackup,
    async ({ found, json }) => ({ body: await backups.preview(found, json.passphrase) }),
    findBackup,
  );

  bindRoute(
    tree,
    appRoutes.verifyBackup,
    async ({ found, json }) => ({ body: await backups.verify(found, json.passphrase) }),
    findBackup,
  );

  bindRoute(
    tree,
    appRoutes.restoreBackup,
    async ({ found, json, setAuditSubject }) => {
      setAuditSubject({ label: backups.getName(found) });
      const takenNames = workspaces.list().map(({ name }) => name);
      const add: Parameters<Backups['restore']>[2]['add'] = (fill) => workspaces.add(fill);
      const body = await backups.restore(found, json.passphrase, { takenNames, add });
      setAuditSubject({ id: body.workspace_id, label: body.name });
      return { body };
    },
    findBackup,
  );

  bindRoute(
    tree,
    appRoutes.downloadBackup,
    async ({ request, found: path }) => {
      const { size, mtimeMs } = await statFile(path);
      return serveFile(request, {
        sizeBytes: size,
        etag: `"${size}-${mtimeMs}"`,
        headers: { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' },
        read: (start, end) => openFileRange(path, start, end),
      });
    },
    findBackup,
  );

  bindRoute(
    tree,
    appRoutes.deleteBackup,
    async ({ found, params, setAuditSubject }) => {
      const name = backups.getName(found);
      setAuditSubject({ id: params.backup_id, label: name });
      await backups.remove(found);
      return { body: { backup_id: params.backup_id, name } };
    },
    findBackup,
  );

  bindRoute(tree, appRoutes.cancelBackupTask, ({ setAuditSubject }) => {
    const task = tasks.cancel();
    setAuditSubject({ id: task?.kind ?? 'none', label: task?.subject || null });
    return { body: { task } };
  });

  bindRoute(tree, appRoutes.updateBackupSettings, async ({ json, setAuditSubject }) => {
    setAuditSubject({ id: 'backups', label: formatChanges(json) });
    const { folder: path, ...changes } = json;
    if (path !== undefined) await folder.setPath(path);
    if (Object.values(changes).some((value) => value !== undefined))
      await workspaces.requireCurrent().services.backupSchedule.update(changes);
    return { body: describeSettings() };
  });
}

type SettingsChanges = {
  readonly folder?: string | null | undefined;
  readonly interval?: string | undefined;
  readonly keep?: number | undefined;
  readonly passphrase?: string | null | undefined;
};

/** "daily, keep 7, encrypted, folder /backups" */
function formatChanges({ folder, interval, keep, passphrase }: SettingsChanges): string {
  const parts = [
    interval,
    keep === undefined ? '' : `keep ${keep}`,
    passphrase === undefined ? '' : passphrase === null ? 'not encrypted' : 'encrypted',
    folder === undefined ? '' : folder === null ? 'default folder' : `folder ${folder}`,
  ];
  return parts.filter(Boolean).join(', ') || 'nothing';
}
