import { foldName } from '../../../../shared/text/plain-text.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { LabelChange, LabelUndo } from '../../../../shared/knowledge/document-details.ts';
import type { Database } from '../../platform/db/database.ts';
import { addLabel, listLabels, removeLabel } from './document-label-queries.ts';

type ChangedLabels =
  | { readonly outcome: 'changed'; readonly undo: Omit<LabelUndo, 'document_ids'> }
  | { readonly outcome: 'unchanged' | 'too_many_labels' };

/** Removes and adds labels of a document. If it would have too many, nothing is changed. */
export function changeLabels(
  db: Database,
  documentId: string,
  { add_labels, remove_labels }: LabelChange,
): ChangedLabels {
  const before = listLabels(db, documentId);
  const removed = new Set(remove_labels.map(foldName));
  const kept = before.filter((label) => !removed.has(foldName(label)));
  const after = new Map(kept.map((label) => [foldName(label), label]));
  for (const label of add_labels) if (!after.has(foldName(label))) after.set(foldName(label), label);
  if (after.size > limits.labelsPerDocument) return { outcome: 'too_many_labels' };
  const labels = [...after.values()];
  const dropped = before.filter((label) => !labels.includes(label));
  const added = labels.filter((label) => !before.includes(label));
  for (const label of dropped) removeLabel(db, documentId, label);
  for (const label of added) addLabel(db, documentId, label);
  if (dropped.length + added.length === 0) return { outcome: 'unchanged' };
  return { outcome: 'changed', undo: { add_labels: dropped, remove_labels: added } };
}
