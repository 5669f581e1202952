import { Tabs } from '@base-ui/react/tabs';
import { describeNameMismatch } from '../../../shared/knowledge/document-kinds.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { OpenOutboxItem } from '../../../shared/workspaces/sync.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { PendingChange } from '../outbox/public.ts';
import { ChunksTab } from './chunks-tab.tsx';
import { describeDocumentStatus, describeFailedVersion, needsOtherFile } from './document-status.ts';
import { OriginalTab } from './original-tab.tsx';
import { SimilarNote } from './similar-note.tsx';
import { TextTab } from './text-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';
import type { DocumentActions } from './use-document-actions.tsx';

const tabs = [
  ['text', 'Text'],
  ['chunks', 'Chunks'],
  ['original', 'Original'],
  ['versions', 'Versions'],
] as const;

const primary = { variant: 'primary', className: 'flex-1' } as const;

type DocumentTab = (typeof tabs)[number][0];

type DocumentPanelProps = {
  readonly document: DocumentRecord;
  readonly tab: DocumentTab;
  readonly chunkId: string | undefined;
  readonly page: number | undefined;
  /** Shows a page of the original, with a chunk; null if the document has no pages to show. */
  readonly onOpenPage: ((page: number, chunkId?: string) => void) | null;
  readonly onTabChange: (tab: DocumentTab) => void;
  readonly actions: DocumentActions;
  readonly onClosePage: () => void;
  /** Whether a page of the document covers the panel. */
  readonly isCovered: boolean;
  readonly isRetrying: boolean;
  readonly onClose: () => void;
};

export function DocumentPanel(props: DocumentPanelProps) {
  const { document, tab, chunkId, page, actions, isCovered, isRetrying, onTabChange, onClose } = props;
  const { icon: DeleteIcon, ...deletion } = actions.delete;
  const { onOpenPage, onClosePage } = props;
  const mismatch = describeNameMismatch(document);
  const isOtherFileNeeded = actions.retry !== null && needsOtherFile(document);
  return (
    <Panel
      title={document.title}
      subtitle={<StatusLabel {...describeDocumentStatus(document)} />}
      isInert={isCovered}
      onClose={onClose}
      actions={
        <IconButton
          label={deletion.label}
          disabledReason={deletion.disabledReason}
          icon={DeleteIcon && <DeleteIcon aria-hidden size={15} />}
          onClick={deletion.run}
        />
      }
    >
      {/* In a low window, a note leaves no space for the tabs, so both scroll. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {mismatch !== null && <p className="px-4 pb-3 text-small text-muted">{mismatch}</p>}
        <LinkedDocumentNote document={document} />
        <NextVersionNote document={document} />
        <SimilarNote document={document} />
        {document.labels.length > 0 && (
          <ul aria-label="Labels" className="flex flex-wrap gap-1 px-4 pb-3">
            {document.labels.map((label) => (
              <li key={label} className="rounded-[4px] border border-line bg-chrome px-1.5 text-small">
                {label}
              </li>
            ))}
          </ul>
        )}
        {document.status === 'failed' && !document.pending && (
          <FailedDocument document={document} deletion={actions.delete} />
        )}
        <Tabs.Root
          value={tab}
          onValueChange={(value: DocumentTab) => onTabChange(value)}
          className="flex min-h-52 flex-1 flex-col"
        >
          <Tabs.List aria-label="Document content" className="flex shrink-0 gap-4 border-b border-line px-4">
            {tabs.map(([value, label]) => (
              <Tabs.Tab
                key={value}
                value={value}
                className="-mb-px flex h-8 items-center border-b-2 border-transparent text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="text" className="min-h-0 flex-1 overflow-auto -outline-offset-2!">
            <TextTab document={document} page={page} onOpenPage={onOpenPage} />
          </Tabs.Panel>
          <Tabs.Panel value="chunks" className="min-h-0 flex-1 overflow-auto -outline-offset-2!">
            <ChunksTab document={document} chunkId={chunkId} onOpenPage={onOpenPage} />
          </Tabs.Panel>
          <Tabs.Panel value="original" className="min-h-0 flex-1 overflow-auto -outline-offset-2!">
            <OriginalTab document={document} />
          </Tabs.Panel>
          <Tabs.Panel value="versions" className="min-h-0 flex-1 overflow-auto -outline-offset-2!">
            <VersionsTab document={document} />
          </Tabs.Panel>
        </Tabs.Root>
      </div>
      {(actions.retry || document.sha256 !== null) && (
        <PanelFooter>
          {isOtherFileNeeded && <ActionButton {...primary} action={actions.replace} />}
          {actions.retry && (
            <ActionButton {...(!isOtherFileNeeded && primary)} action={actions.retry} aria-busy={isRetrying} />
          )}
          {onOpenPage && (
            <Button onClick={() => (page === undefined ? onOpenPage(1) : onClosePage())}>
              {page === undefined ? 'View pages' : 'Hide pages'}
            </Button>
          )}
          {document.sha256 !== null && <ActionButton action={actions.saveOriginal} />}
          {!isOtherFileNeeded && document.sha256 !== null && (!document.remote || !actions.replace.disabledReason) && (
            <ActionButton action={actions.replace} />
          )}
        </PanelFooter>
      )}
    </Panel>
  );
}

type FailedDocumentProps = { readonly document: DocumentRecord; readonly deletion: RowAction };

/** Shows why processing a document failed, with the action to delete it. The panel has the one to retry it. */
function FailedDocument({ document, deletion }: FailedDocumentProps) {
  return (
    <div
      role="note"
      aria-label="Processing error"
      className="mx-4 mb-3 flex flex-col gap-2.5 rounded-control bg-bad-soft p-3"
    >
      <p className="select-text">{document.error?.detail ?? 'Processing failed.'}</p>
      <p className="text-small text-muted">
        {document.sha256 !== null && 'The original file was kept. '}Agents don’t use this document.
      </p>
      <div>
        <ActionButton action={deletion} />
      </div>
    </div>
  );
}

/** Says that a new version is processed, or why it cannot be used. */
function NextVersionNote({ document }: { readonly document: DocumentRecord }) {
  const { next_version, version } = document;
  if (!next_version) return null;
  return (
    <p
      role="note"
      aria-label="New version"
      className="mx-4 mb-3 rounded-control border border-line bg-chrome p-3 break-words select-text"
    >
      {next_version.status === 'failed'
        ? describeFailedVersion(document)
        : `Version ${next_version.version} is being processed. Agents use version ${version} until it is ready.`}
    </p>
  );
}

/** Explains a change of the document that waits for the remote, with its actions, or why the document was not refreshed. */
function LinkedDocumentNote({ document }: { readonly document: DocumentRecord }) {
  const { pending, remote } = document;
  if (pending)
    return <PendingChange item={pending} explanation={explainPending(document, pending)} className="mx-4 mb-3" />;
  if (!remote?.error) return null;
  return (
    <div
      role="note"
      aria-label="Not refreshed"
      className="mx-4 mb-3 flex flex-col gap-2 rounded-control border border-line bg-chrome p-3"
    >
      <p className="break-words select-text">{remote.error}</p>
      <p className="text-small text-muted">
        This is the last known state
        {remote.fetched_at !== null && (
          <>
            , checked <RelativeTime at={remote.fetched_at} />
          </>
        )}
        .
      </p>
    </div>
  );
}

function explainPending({ title }: DocumentRecord, { kind, state }: OpenOutboxItem): string {
  if (kind === 'delete_document')
    return state === 'rejected'
      ? `The remote refused to delete “${title}”. Agents still use it.`
      : `The deletion is pending. Agents still use “${title}” until the remote confirms it.`;
  if (kind === 'change_document')
    return state === 'rejected'
      ? `The remote refused the change of “${title}”. Cancel it to show the remote’s title and labels again.`
      : 'The title and the labels are changed here. The remote has the earlier ones until it receives the change.';
  if (kind === 'replace_document')
    switch (state) {
      case 'rejected':
        return `The remote refused the new version of “${title}”. Agents use the current one.`;
      case 'unknown':
        return 'Check at the remote whether it has the new version. Sending it again may add it twice.';
      default:
        return 'Agents use the current version until the remote has received and processed the new one.';
    }
  switch (state) {
    case 'rejected':
      return 'The remote refused this document. Agents don’t use it.';
    case 'unknown':
      return 'Check whether the remote already has this document. Sending again may upload it twice.';
    case 'held':
      return 'This document is not sent until you decide.';
    case 'in_flight':
      return 'This document is being sent to the remote.';
    case 'queued':
      return 'This document waits to be sent to the remote. Agents don’t use it yet.';
  }
}
