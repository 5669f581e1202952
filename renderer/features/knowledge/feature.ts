import { BookOpenText } from 'lucide-react';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { explainMissingRemote } from '../../data/session/session-query.ts';
import { refreshDocuments, setDocumentProgress } from './documents-query.ts';
import { refreshDocumentUsage } from './document-usage-query.ts';
import { requestFileDialog } from './file-dialog-store.ts';
import { requestKnowledgeSearchFocus, clearKnowledgeSearch } from './knowledge-search-store.ts';
import { removeDeletedDocument } from './remove-deleted-document.ts';
import { knowledgeRoutes } from './routes.ts';
import { searchModelQuery } from './search-model/search-model-query.ts';
import { putBackUploads, takeUnfinishedUploads } from './take-unfinished-uploads.ts';
import { describeUnfinishedUploads, uploads } from './uploads.ts';

export const knowledgeFeature = {
  name: 'knowledge',
  routes: knowledgeRoutes,
  viewIcons: { knowledge: BookOpenText },
  workspace: {
    pause: uploads.pause,
    resume: uploads.resume,
    discard: () => {
      uploads.clear();
      clearKnowledgeSearch();
    },
    findUnfinishedWork: describeUnfinishedUploads,
  },
  preload: () => import('./upload-panel.tsx'),
  lockedState: { read: takeUnfinishedUploads, restore: putBackUploads },
  events: {
    'document.progress': ({ document_id, progress }) => {
      if (!setDocumentProgress(document_id, progress)) refreshDocuments();
    },
    'document.changed': ({ document_id }) => {
      refreshDocuments();
      void invalidate(['document', document_id]);
    },
    'document_details.changed': ({ document_id }) => {
      refreshDocuments();
      refreshDocumentUsage(); // a label is a reason to use it
      void invalidate(['document', document_id]);
    },
    'agent.changed': refreshDocumentUsage,
    'call.changed': refreshDocumentUsage,
    'search_model.changed': () => void invalidate(searchModelQuery.queryKey),
    'document.deleted': ({ document_id }) => removeDeletedDocument(document_id),
  },
  notifications: {
    'document.changed': {
      classify: ({ document_id, status }) =>
        status === 'processing' ? null : { kind: `document ${status}`, id: document_id },
      loadTexts: async () => (await import('./document-notification.ts')).documentNotification,
    },
  },
  createCommands,
  dialogs: {
    'add-documents-by-id': lazyComponent(async () => (await import('./add-documents-dialog.tsx')).AddDocumentsDialog),
  },
  loadPaletteSource: async () => (await import('./document-palette.ts')).documentPalette,
} as const satisfies Feature;

function createCommands({
  session,
  navigate,
}: WindowContext): CommandActions<'search-knowledge' | 'add-documents' | 'add-documents-by-id'> {
  return {
    'search-knowledge': {
      disabledReason: explainMissingPermission(session, v1Routes.searchKnowledge),
      run: () => (requestKnowledgeSearchFocus(), void navigate({ to: '/knowledge', search: true })),
    },
    'add-documents': {
      disabledReason: explainMissingPermission(session, v1Routes.uploadDocument),
      run: requestFileDialog,
    },
    'add-documents-by-id': {
      disabledReason: explainMissingPermission(session, appRoutes.importDocuments) ?? explainMissingRemote(session),
      run: () => openOverlay('add-documents-by-id'),
    },
  };
}
