import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DocumentVersion } from '../../../shared/knowledge/document-versions.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { v1 } from '../../data/service-clients.ts';
import { formatError } from '../../format/format-error.ts';
import { formatSize } from '../../format/format-size.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { StatusLabel, type StatusTone } from '../../ui/feedback/status-label.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { deleteVersion, restoreVersion, saveVersion } from './document-actions.ts';

const versionsQuery = ({ document_id, version, next_version }: DocumentRecord) =>
  queryOptions({
    // The record changes with its versions.
    queryKey: ['document', document_id, 'versions', version, next_version?.version, next_version?.status],
    queryFn: async ({ signal }) => (await v1(v1Routes.listDocumentVersions, { params: { document_id }, signal })).data,
  });

const statuses = {
  active: { tone: 'good', label: 'Used by agents' },
  processing: { tone: 'busy', label: 'Processing' },
  failed: { tone: 'bad', label: 'Cannot be used' },
  replaced: { tone: 'neutral', label: 'Replaced' },
} as const satisfies Record<DocumentVersion['status'], { readonly tone: StatusTone; readonly label: string }>;

/** The versions of a document, latest first, with the actions to open their files and to go back to one. */
export function VersionsTab({ document }: { readonly document: DocumentRecord }) {
  const versions = useQuery(versionsQuery(document));
  const [confirmed, setConfirmed] = useState<{
    readonly version: DocumentVersion;
    readonly action: 'restore' | 'delete';
  }>();
  const close = () => setConfirmed(undefined);
  if (versions.isError)
    return (
      <ErrorState
        title="The versions could not be loaded"
        detail={formatError(versions.error)}
        onRetry={() => void versions.refetch()}
      />
    );
  if (!versions.data) return <TextSkeleton label="Loading versions" />;
  return (
    <>
      <ol aria-label="Versions" className="divide-y divide-line">
        {versions.data.map((version) => (
          <VersionItem
            key={version.version}
            document={document}
            version={version}
            onRestore={() => setConfirmed({ version, action: 'restore' })}
            onDelete={() => setConfirmed({ version, action: 'delete' })}
          />
        ))}
      </ol>
      {confirmed?.action === 'restore' && (
        <ConfirmDialog
          title={`Go back to version ${confirmed.version.version}`}
          confirmLabel="Go back"
          isNonDestructive
          onConfirm={() => restoreVersion(document, confirmed.version.version)}
          onClose={close}
        >
          <p>
            The file of this version is processed again, as a new version. Until it is ready, agents use the current
            one, which stays in the history.
          </p>
        </ConfirmDialog>
      )}
      {confirmed?.action === 'delete' && (
        <ConfirmDialog
          title={`Delete version ${confirmed.version.version}`}
          onConfirm={() => deleteVersion(document, confirmed.version.version)}
          onClose={close}
        >
          <p>This erases its file and its text. Calls that cite it no longer show its text. You can’t undo this.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type VersionItemProps = {
  readonly document: DocumentRecord;
  readonly version: DocumentVersion;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
};

function VersionItem({ document, version, onRestore, onDelete }: VersionItemProps) {
  const restoreReason = useMissingPermission(v1Routes.restoreDocumentVersion);
  const deleteReason = useMissingPermission(v1Routes.deleteDocumentVersion);
  const name = `version ${version.version}`;
  const canRestore =
    !version.is_current && version.status !== 'processing' && (!document.remote || version.sha256 !== null);
  return (
    <li aria-label={`Version ${version.version}`} className="flex items-start gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-3">
          <span className="font-medium">Version {version.version}</span>
          <StatusLabel {...statuses[version.status]} />
        </p>
        <p className="text-small break-all text-muted select-text">
          {version.file_name ?? 'No file on this computer'}
          {version.size_bytes !== null && ` · ${formatSize(version.size_bytes)}`}
          {version.restored_from !== null && ` · file of version ${version.restored_from}`}
        </p>
        <p className="text-small text-muted">
          {version.added_at !== null && (
            <>
              Added <RelativeTime at={version.added_at} />
            </>
          )}
          {version.replaced_at !== null && (
            <>
              , replaced <RelativeTime at={version.replaced_at} />
            </>
          )}
        </p>
        {version.error && <p className="text-small select-text">{version.error.detail}</p>}
      </div>
      {version.sha256 !== null && (
        <IconButton
          label={`Download ${name}`}
          side="left"
          icon={<Download aria-hidden size={15} />}
          onClick={() => void saveVersion(version)}
        />
      )}
      {canRestore && (
        <IconButton
          label={version.status === 'failed' ? `Retry ${name}` : `Go back to ${name}`}
          side="left"
          disabledReason={restoreReason}
          icon={<History aria-hidden size={15} />}
          onClick={onRestore}
        />
      )}
      {!version.is_current && (
        <IconButton
          label={`Delete ${name}`}
          side="left"
          disabledReason={deleteReason}
          icon={<Trash2 aria-hidden size={15} />}
          onClick={onDelete}
        />
      )}
    </li>
  );
}
