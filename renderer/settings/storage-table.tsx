import { formatCount } from '../format/format-number.ts';
import { formatSize } from '../format/format-size.ts';
import { formatError } from '../format/format-error.ts';
import { Button } from '../ui/button.tsx';
import { getTotalBytes, useStorage, type WorkspaceStorage } from '../workspaces/storage-query.ts';

/** Shows the storage that each workspace uses, by type. */
export function StorageTable() {
  const storage = useStorage();
  if (storage.isError)
    return (
      <div role="alert" className="flex items-center gap-3">
        <p className="text-muted">Storage usage could not be measured. {formatError(storage.error)}</p>
        <Button size="small" onClick={() => void storage.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!storage.data)
    return (
      <p role="status" className="fade-in-delayed text-muted">
        Measuring…
      </p>
    );
  const { workspaces } = storage.data;
  if (workspaces.length === 0) return null;
  return (
    <table aria-label="Storage used" className="w-full border-t border-line">
      <thead>
        <tr className="text-small text-muted">
          <HeaderCell isFirst>Workspace</HeaderCell>
          <HeaderCell>Documents</HeaderCell>
          <HeaderCell>Recordings</HeaderCell>
          <HeaderCell>Database</HeaderCell>
          <HeaderCell>Snapshots</HeaderCell>
          <HeaderCell>Total</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((workspace) => (
          <StorageRow key={workspace.workspace_id} workspace={workspace} />
        ))}
        {workspaces.length > 1 && (
          <tr className="font-medium">
            <th scope="row" className="py-1.5 pr-2 text-left font-medium">
              All workspaces
            </th>
            <Cell>{formatSize(sum(workspaces, (workspace) => workspace.documents.size_bytes))}</Cell>
            <Cell>{formatSize(sum(workspaces, (workspace) => workspace.recordings.size_bytes))}</Cell>
            <Cell>{formatSize(sum(workspaces, (workspace) => workspace.database_bytes))}</Cell>
            <Cell>{formatSize(sum(workspaces, (workspace) => workspace.snapshots.size_bytes))}</Cell>
            <Cell>{formatSize(sum(workspaces, getTotalBytes))}</Cell>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function StorageRow({ workspace }: { readonly workspace: WorkspaceStorage }) {
  const { name, documents, recordings, database_bytes, snapshots } = workspace;
  return (
    <tr className="border-b border-line">
      <th scope="row" className="max-w-40 truncate py-1.5 pr-2 text-left font-normal" title={name}>
        {name}
      </th>
      <Cell title={formatCount(documents.count, 'file')}>{formatSize(documents.size_bytes)}</Cell>
      <Cell title={formatCount(recordings.count, 'file')}>{formatSize(recordings.size_bytes)}</Cell>
      <Cell>{formatSize(database_bytes)}</Cell>
      <Cell title={formatCount(snapshots.count, 'file')}>{formatSize(snapshots.size_bytes)}</Cell>
      <Cell>{formatSize(getTotalBytes(workspace))}</Cell>
    </tr>
  );
}

type HeaderCellProps = { readonly isFirst?: boolean; readonly children: string };

function HeaderCell({ isFirst = false, children }: HeaderCellProps) {
  return (
    <th scope="col" className={isFirst ? 'py-1.5 text-left font-normal' : 'py-1.5 pl-3 text-right font-normal'}>
      {children}
    </th>
  );
}

type CellProps = { readonly title?: string; readonly children: string };

function Cell({ title, children }: CellProps) {
  return (
    <td title={title} className="py-1.5 pl-3 text-right whitespace-nowrap">
      {children}
    </td>
  );
}

function sum(workspaces: readonly WorkspaceStorage[], read: (workspace: WorkspaceStorage) => number): number {
  return workspaces.reduce((total, workspace) => total + read(workspace), 0);
}
