import { useQuery } from '@tanstack/react-query';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { saveNamedItem, filterSavedItems, savedItemsQuery, SavedItemsMenu } from '../../saved-items/public.ts';
import { applyMetadata, isBlankRow, toMetadata, type MetadataRow } from './call-draft.ts';
import { selectTemplate, usePlaceCallStore } from './place-call-store.ts';

type MetadataTemplatesMenuProps = {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

export function MetadataTemplatesMenu({ rows, onChange }: MetadataTemplatesMenuProps) {
  const selectedId = usePlaceCallStore((state) => state.templateId);
  const templates = useQuery({ ...savedItemsQuery, select: filterTemplates }).data ?? [];
  const current = templates.find(({ saved_id }) => saved_id === selectedId) ?? null;
  const metadata = toMetadata(rows);
  return (
    <SavedItemsMenu
      noun="template"
      label="Templates"
      size="small"
      items={templates}
      current={current}
      isModified={current !== null && !isSameMetadata(current.value.metadata, metadata)}
      saveDisabledReason={rows.every(isBlankRow) ? 'Enter metadata to save it as a template.' : null}
      deleteConsequence="The metadata that you entered is kept."
      onApply={(savedId) => {
        const template = templates.find(({ saved_id }) => saved_id === savedId);
        if (!template) return;
        selectTemplate(savedId);
        onChange(applyMetadata(rows, template.value.metadata));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'metadata_template', name, value: { metadata } });
        // The template is selected only if the user has not selected another one meanwhile.
        if (usePlaceCallStore.getState().templateId === selectedId) selectTemplate(savedId);
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
