import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { removeDeletedDocument } from './document-actions.ts';
import { refreshDocuments, setDocumentProgress } from './documents-query.ts';
import { clearKnowledgeSearch } from './knowledge-search-store.ts';
import { putBackUploads, takeUnfinishedUploads } from './take-unfinished-uploads.ts';
import { describeUnfinishedUploads, uploads } from './uploads.ts';

export const knowledgeFeature = {
  name: 'knowledge',
  workspace: {
    pause: uploads.pause,
    resume: uploads.resume,
    discard: () => {
      uploads.clear();
      clearKnowledgeSearch();
    },
    findUnfinishedWork: describeUnfinishedUploads,
  },
  lockedState: { read: takeUnfinishedUploads, restore: putBackUploads },
  events: {
    'document.progress': ({ document_id, progress }) => {
      if (!setDocumentProgress(document_id, progress)) refreshDocuments();
    },
    'document.changed': ({ document_id }) => {
      refreshDocuments();
      void invalidate(['document', document_id]);
    },
    'document.deleted': ({ document_id }) => removeDeletedDocument(document_id),
  },
} as const satisfies Feature;
