import { useQuery } from '@tanstack/react-query';
import type { CallMetadata } from '../../../shared/call-metadata.ts';
import type { SavedItem } from '../../../shared/saved-items.ts';
import { savedItemsQuery } from '../calls-query.ts';
import { filterSavedItems, saveNamedItem } from '../saved-items.ts';
import { SavedItemsMenu } from '../saved-items-menu.tsx';
import { applyMetadata, isBlankRow, toMetadata, type MetadataRow } from './call-draft.ts';
import { selectTemplate, usePlaceCallStore } from './place-call-store.ts';

type MetadataTemplatesMenuProps = {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

/** Sets of metadata that were kept by a name. */
export function MetadataTemplatesMenu({ rows, onChange }: MetadataTemplatesMenuProps) {
  const chosenId = usePlaceCallStore((state) => state.templateId);
  const templates = useQuery({ ...savedItemsQuery, select: filterTemplates }).data ?? [];
  const current = templates.find(({ saved_id }) => saved_id === chosenId) ?? null;
  const metadata = toMetadata(rows);
  return (
    <SavedItemsMenu
      noun="template"
      label="Templates"
      size="small"
      items={templates}
      current={current}
      isModified={current !== null && !isSameMetadata(current.value.metadata, metadata)}
      saveDisabledReason={rows.every(isBlankRow) ? 'Fill in some metadata to save it as a template.' : null}
      deleteConsequence="What is filled in stays."
      onApply={(savedId) => {
        const template = templates.find(({ saved_id }) => saved_id === savedId);
        if (!template) return;
        selectTemplate(savedId);
        onChange(applyMetadata(rows, template.value.metadata));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'metadata_template', name, value: { metadata } });
        // Whoever has chosen another one by now keeps it.
        if (usePlaceCallStore.getState().templateId === chosenId) selectTemplate(savedId);
      }}
    />
  );
}

function filterTemplates(items: readonly SavedItem[]) {
  return filterSavedItems(items, 'metadata_template');
}

function isSameMetadata(one: CallMetadata, other: CallMetadata): boolean {
  return serializeMetadata(one) === serializeMetadata(other);
}

function serializeMetadata(metadata: CallMetadata): string {
  return JSON.stringify(Object.entries(metadata).toSorted());
}
