import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { removeDeletedDocument } from './document-actions.ts';
import { refreshDocuments, setDocumentProgress } from './documents-query.ts';

export const knowledgeFeature = {
  name: 'knowledge',
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
