import { useQuery } from '@tanstack/react-query';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { ChipsField } from '../../ui/fields/chips-field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { documentsQuery, listLabels } from '../knowledge/public.ts';
import type { DefinitionErrors } from './definition-errors.ts';

type Documents = AgentDefinition['documents'];

const scopeOptions = [
  { value: 'all', label: 'All documents' },
  { value: 'selected', label: 'Some documents' },
] as const;

type DocumentsFieldProps = {
  readonly documents: Documents;
  readonly errors: DefinitionErrors;
  readonly onChange: (documents: Documents) => void;
};

/** The documents from which the agent answers. */
export function DocumentsField({ documents, errors, onChange }: DocumentsFieldProps) {
  const { data: all } = useQuery(documentsQuery);
  const titles = new Map((all ?? []).map(({ document_id, title }) => [document_id, title]));
  const labels = listLabels(all ?? []);
  const findByTitle = (title: string) =>
    [...titles].find(([, one]) => one.toLowerCase() === title.toLowerCase())?.[0] ?? null;
  const removeDocument = (id: string) =>
    onChange({ ...documents, document_ids: documents.document_ids.filter((one) => one !== id) });
  const removeLabel = (label: string) =>
    onChange({ ...documents, labels: documents.labels.filter((one) => one !== label) });
  return (
    <div className="flex flex-col items-start gap-3">
      <SegmentedControl
        label="Answers from"
        value={documents.scope}
        options={scopeOptions}
        onChange={(scope) => onChange({ ...documents, scope })}
      />
      {documents.scope === 'selected' && (
        <div className="flex w-full flex-col gap-3">
          <ChipsField
            label="Labels"
            optional
            hint="All documents with one of these labels, including documents that get one later."
            placeholder="Type a label"
            maxChips={limits.agentLabels}
            maxLength={limits.tagLength}
            chips={documents.labels.map((label) => ({
              id: label,
              label,
              error: all && !labels.includes(label) ? `No document has the label “${label}”.` : undefined,
            }))}
            suggestions={labels.filter((label) => !documents.labels.includes(label))}
            describeOther={(text) => (labels.includes(text) ? null : `No document has the label “${text}”.`)}
            errorAction={{ label: 'Remove', run: removeLabel }}
            onAdd={(texts) => onChange({ ...documents, labels: [...documents.labels, ...texts] })}
            onRemove={removeLabel}
          />
          <ChipsField
            label="Documents"
            optional
            hint="Type a part of a title, and choose one."
            placeholder="Type a title"
            maxChips={limits.agentDocuments}
            maxLength={limits.titleLength}
            chips={documents.document_ids.map((id) => ({
              id,
              label: titles.get(id) ?? 'Deleted document',
              error: all && !titles.has(id) ? 'This document has been deleted.' : undefined,
            }))}
            suggestions={[...titles].flatMap(([id, title]) => (documents.document_ids.includes(id) ? [] : [title]))}
            describeOther={(text) => (findByTitle(text) ? null : 'No document has this title.')}
            error={errors.get('/documents')}
            errorAction={{ label: 'Remove', run: removeDocument }}
            onAdd={(texts) => {
              const ids = texts.map(findByTitle).filter((id) => id !== null);
              onChange({ ...documents, document_ids: [...new Set([...documents.document_ids, ...ids])] });
            }}
            onRemove={removeDocument}
          />
        </div>
      )}
    </div>
  );
}
