import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { CommandButton } from '../../ui/commands/command-button.tsx';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { KnowledgeSearchField } from './knowledge-search-field.tsx';
import { useKnowledgeSearch } from './knowledge-search-store.ts';
import { DocumentPanel } from './document-panel.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { hasPages } from './has-pages.ts';
import { documentsQuery } from './documents-query.ts';
import { PassageList } from './passage-list.tsx';
import { PagePane } from './pdf-page/page-pane.tsx';
import { SearchModelBanner } from './search-model/search-model-banner.tsx';
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
  const isClosing = useRef(false);
  const isNarrow = useMediaQuery('(max-width: 1100px)');
  const openDocument = useQuery(documentsQuery).data?.find(({ document_id }) => document_id === openId);

  const isPageShown = page !== undefined && openDocument !== undefined && hasPages(openDocument);

  const openPanel = (
    document: string,
    target: { readonly tab: 'text' | 'chunks'; readonly chunk?: string; readonly page?: number },
  ) => {
    saveFocus();
    void navigate({ search: { document, since, ...target } });
  };
  const closePanel = () => {
    isClosing.current = true;
    void navigate({ search: { since } });
  };
  // Not before the list, which a page covers, can have the focus again.
  useEffect(() => {
    if (openId !== undefined || !isClosing.current) return;
    isClosing.current = false;
    restoreFocus();
  });
  const openPage = (next: number, chunkId = chunk) => {
    void navigate({ search: (search) => ({ ...search, page: next, chunk: chunkId }), replace: true });
  };
  const closePage = () => void navigate({ search: (search) => ({ ...search, page: undefined }), replace: true });
  const { getActions, dialog, retryingId } = useDocumentActions((documentId) => documentId === openId && closePanel());

  return (
    <div className="relative flex h-full">
      {/* The page covers the list, and in a narrow window the panel. */}
      <div className="flex min-w-0 flex-1 flex-col" inert={isPageShown}>
        <SearchModelBanner />
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
            onOpenPage={({ document_id, chunk_id }, target) =>
              openPanel(document_id, { tab: 'chunks', chunk: chunk_id, page: target })
            }
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
          onOpenPage={hasPages(openDocument) ? openPage : null}
          onTabChange={(next) => void navigate({ search: (search) => ({ ...search, tab: next }), replace: true })}
          actions={getActions(openDocument)}
          onClosePage={closePage}
          isCovered={isPageShown && isNarrow}
          isRetrying={retryingId === openDocument.document_id}
          onClose={closePanel}
        />
      )}
      {isPageShown && (
        <PagePane
          key={`page of ${openDocument.document_id}`}
          document={openDocument}
          page={page}
          chunkId={chunk}
          coversText={isNarrow}
          onPageChange={(next) => openPage(next)}
          onClose={closePage}
        />
      )}
      {dialog}
    </div>
  );
}
