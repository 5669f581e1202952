import { formatCount } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { getTotalBytes, useStorage, type WorkspaceStorage } from '../../data/storage-query.ts';

type StorageColumn = {
  readonly label: string;
  readonly measure: (workspace: WorkspaceStorage) => { readonly count?: number; readonly size_bytes: number };
};

const storageColumns: readonly StorageColumn[] = [
  { label: 'Documents', measure: ({ documents }) => documents },
  { label: 'Recordings', measure: ({ recordings }) => recordings },
  { label: 'Invoices', measure: ({ invoices }) => invoices },
  { label: 'Database', measure: ({ database_bytes }) => ({ size_bytes: database_bytes }) },
  { label: 'Snapshots', measure: ({ snapshots }) => snapshots },
];

/** Shows the storage that each workspace uses, by type. Only a linked workspace has files of invoices. */
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
  const hasInvoices = workspaces.some(({ invoices }) => invoices.count > 0);
  const columns = storageColumns.filter(({ label }) => label !== 'Invoices' || hasInvoices);
  return (
    <table aria-label="Storage used" className="w-full border-t border-line">
      <thead>
        <tr className="text-small text-muted">
          <HeaderCell isFirst>Workspace</HeaderCell>
          {columns.map(({ label }) => (
            <HeaderCell key={label}>{label}</HeaderCell>
          ))}
          <HeaderCell>Total</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((workspace) => (
          <StorageRow key={workspace.workspace_id} workspace={workspace} columns={columns} />
        ))}
        {workspaces.length > 1 && (
          <tr className="font-medium">
            <th scope="row" className="py-1.5 pr-2 text-left font-medium">
              All workspaces
            </th>
            {columns.map(({ label, measure }) => (
              <Cell key={label}>{formatSize(sum(workspaces, (workspace) => measure(workspace).size_bytes))}</Cell>
            ))}
            <Cell>{formatSize(sum(workspaces, getTotalBytes))}</Cell>
          </tr>
        )}
      </tbody>
    </table>
  );
}

type StorageRowProps = { readonly workspace: WorkspaceStorage; readonly columns: readonly StorageColumn[] };

function StorageRow({ workspace, columns }: StorageRowProps) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="max-w-40 truncate py-1.5 pr-2 text-left font-normal" title={workspace.name}>
        {workspace.name}
      </th>
      {columns.map(({ label, measure }) => {
        const { count, size_bytes } = measure(workspace);
        return (
          <Cell key={label} {...(count !== undefined && { title: formatCount(count, 'file') })}>
            {formatSize(size_bytes)}
          </Cell>
        );
      })}
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
    <td title={title} className="py-1.5 pl-3 text-right whitespace-nowrap tabular-nums">
      {children}
    </td>
  );
}

function sum(workspaces: readonly WorkspaceStorage[], read: (workspace: WorkspaceStorage) => number): number {
  return workspaces.reduce((total, workspace) => total + read(workspace), 0);
}
