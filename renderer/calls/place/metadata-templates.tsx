import { useQuery } from '@tanstack/react-query';
import type { CallMetadata } from '../../../shared/call-metadata.ts';
import type { SavedItem } from '../../../shared/saved-items.ts';
import { savedQuery } from '../calls-cache.ts';
import { listSavedOf, saveByName } from '../saved-items.ts';
import { SavedMenu } from '../saved-menu.tsx';
import { fillRows, isBlank, toMetadata, type MetadataRow } from './draft.ts';
import { chooseTemplate, usePlaceStore } from './place-store.ts';

type MetadataTemplatesProps = {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

/** Sets of metadata that were kept by a name. */
export function MetadataTemplates({ rows, onChange }: MetadataTemplatesProps) {
  const chosenId = usePlaceStore((state) => state.templateId);
  const templates = useQuery({ ...savedQuery, select: listTemplates }).data ?? [];
  const current = templates.find(({ saved_id }) => saved_id === chosenId) ?? null;
  const metadata = toMetadata(rows);
  return (
    <SavedMenu
      noun="template"
      label="Templates"
      size="small"
      items={templates}
      current={current}
      isChanged={current !== null && !isSame(current.value.metadata, metadata)}
      unsavable={rows.every(isBlank) ? 'Fill in some metadata to save it as a template.' : null}
      whatStays="What is filled in stays."
      onApply={(savedId) => {
        const template = templates.find(({ saved_id }) => saved_id === savedId);
        if (!template) return;
        chooseTemplate(savedId);
        onChange(fillRows(rows, template.value.metadata));
      }}
      onSave={async (name) => {
        const savedId = await saveByName({ kind: 'metadata_template', name, value: { metadata } });
        // Whoever has chosen another one by now keeps it.
        if (usePlaceStore.getState().templateId === chosenId) chooseTemplate(savedId);
      }}
    />
  );
}

function listTemplates(items: readonly SavedItem[]) {
  return listSavedOf(items, 'metadata_template');
}

function isSame(one: CallMetadata, other: CallMetadata): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(metadata: CallMetadata): string {
  return JSON.stringify(Object.entries(metadata).toSorted());
}
