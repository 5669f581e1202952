import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatCount } from '../../format/format-number.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { ChipsField } from '../../ui/fields/chips-field.tsx';
import { changeLabels } from './document-actions.ts';
import { documentsQuery } from './documents-query.ts';
import { listLabels } from './list-labels.ts';

type LabelsDialogProps = {
  /** The documents whose labels are changed. */
  readonly documents: readonly DocumentRecord[];
  readonly onClose: () => void;
};

/** Edits the labels of a document, or the labels that several documents have in common. */
export function LabelsDialog({ documents, onClose }: LabelsDialogProps) {
  const [first, ...others] = documents;
  const all = useQuery(documentsQuery).data ?? [];
  const [before] = useState(
    () => first?.labels.filter((label) => others.every(({ labels }) => labels.includes(label))) ?? [],
  );
  const [labels, setLabels] = useState<readonly string[]>(before);
  const remove = (label: string) => setLabels((current) => current.filter((other) => other !== label));
  const submit = () => {
    onClose();
    const add_labels = labels.filter((label) => !before.includes(label));
    const remove_labels = before.filter((label) => !labels.includes(label));
    if (add_labels.length + remove_labels.length === 0) return;
    void changeLabels(
      documents.map(({ document_id }) => document_id),
      { add_labels, remove_labels },
    );
  };
  const subject = others.length === 0 ? `“${first?.title}”` : formatCount(documents.length, 'document');
  return (
    <Dialog title={`Labels of ${subject}`} onClose={onClose}>
      <DialogForm submitLabel="Save labels" onSubmit={submit} onClose={onClose}>
        <ChipsField
          label="Labels"
          hint={
            others.length === 0
              ? 'Press Enter after each label. An agent can be limited to documents with certain labels.'
              : 'These are the labels that all of the documents have. Other labels stay as they are.'
          }
          placeholder="Add a label"
          maxChips={limits.labelsPerDocument}
          maxLength={limits.labelLength}
          chips={labels.map((label) => ({ id: label, label }))}
          suggestions={listLabels(all).filter((label) => !labels.includes(label))}
          describeOther={(text) => `Add “${text}”`}
          errorAction={{ label: 'Remove', run: remove }}
          onAdd={(added) => setLabels((current) => [...new Set([...current, ...added])])}
          onRemove={remove}
        />
      </DialogForm>
    </Dialog>
  );
}
