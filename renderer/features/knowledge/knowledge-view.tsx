import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { CommandButton } from '../../ui/commands/command-button.tsx';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { KnowledgeSearchField } from './knowledge-search-field.tsx';
import { useKnowledgeSearch } from './knowledge-search-store.ts';
import { DocumentPanel } from './document-panel.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { documentsQuery } from './documents-query.ts';
import { PassageList } from './passage-list.tsx';
import { useDocumentActions } from './use-document-actions.tsx';
import { useIsLinked } from '../../data/session/session-query.ts';

/** The search field, the documents or search results below it, and the open document beside them. */
export function KnowledgeView() {
  const { document: openId, tab = 'text', chunk, page, since } = useSearch({ from: '/knowledge' });
  const navigate = useNavigate({ from: '/knowledge' });
  const { result } = useKnowledgeSearch();
  const isLinked = useIsLinked();
  const addById = useCommand('add-documents-by-id');
  const { saveFocus, restoreFocus } = useReturnFocus();
  const openDocument = useQuery(documentsQuery).data?.find(({ document_id }) => document_id === openId);

  const openPanel = (document: string, target: { readonly tab: 'text' | 'chunks'; readonly chunk?: string }) => {
    saveFocus();
    void navigate({ search: { document, since, ...target } });
  };
  const closePanel = () => {
    void navigate({ search: { since } });
    restoreFocus();
  };
  const { getActions, dialog, retryingId } = useDocumentActions((documentId) => documentId === openId && closePanel());

  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 items-center gap-3 px-6 pt-4 pb-2">
          <KnowledgeSearchField />
          {isLinked && (
            <Button size="large" disabledReason={addById.disabledReason} onClick={addById.run}>
              Add by ID…
            </Button>
          )}
          <CommandButton id="add-documents" icon={<Plus aria-hidden size={15} />}>
            Add documents
          </CommandButton>
        </div>
        {result.state === 'idle' ? (
          <DocumentsTable
            since={since}
            onShowAll={() => void navigate({ search: { document: openId, tab, chunk }, replace: true })}
            selectedId={openId ?? null}
            onOpen={({ document_id }) => openPanel(document_id, { tab: tab === 'chunks' ? 'chunks' : 'text' })}
            getActions={getActions}
            onDelete={(document) => {
              const { disabledReason, run } = getActions(document).delete;
              if (disabledReason) showErrorToast(`“${document.title}” was not deleted`, disabledReason);
              else run();
            }}
          />
        ) : (
          <PassageList
            result={result}
            openChunkId={chunk}
            onOpen={({ document_id, chunk_id }) => openPanel(document_id, { tab: 'chunks', chunk: chunk_id })}
          />
        )}
      </div>
      {openDocument && (
        <DocumentPanel
          key={openDocument.document_id}
          document={openDocument}
          tab={tab}
          chunkId={chunk}
          page={page}
          onOpenPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }), replace: true })}
          onTabChange={(next) =>
            void navigate({ search: { document: openDocument.document_id, tab: next, since }, replace: true })
          }
          actions={getActions(openDocument)}
          isRetrying={retryingId === openDocument.document_id}
          onClose={closePanel}
        />
      )}
      {dialog}
    </div>
  );
}
