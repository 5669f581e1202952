import { queryOptions } from '@tanstack/react-query';
import { BookOpenText } from 'lucide-react';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { describeDocumentStatus } from './document-status.ts';
import { documentsQuery } from './documents-query.ts';

export const documentPalette: PaletteSource = {
  createQuery: ({ navigate }) => {
    const toEntry = (record: DocumentRecord): PaletteEntry => {
      const { document_id, title } = record;
      const open = (tab: 'text' | 'original') =>
        void navigate({ to: '/knowledge', search: { document: document_id, tab } });
      return {
        id: `document:${document_id}`,
        label: title,
        detail: describeDocumentStatus(record).label,
        kind: 'Document',
        icon: BookOpenText,
        disabledReason: null,
        run: () => open('text'),
        secondaryAction: { label: 'Open original', run: () => open('original') },
      };
    };
    return queryOptions({ ...documentsQuery, select: (documents) => documents.map(toEntry) });
  },
};
