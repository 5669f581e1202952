import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';

/** Returns the labels that documents have, each once, in alphabetical order. */
export function listLabels(documents: readonly DocumentRecord[]): readonly string[] {
  return [...new Set(documents.flatMap(({ labels }) => labels))].toSorted((a, b) => a.localeCompare(b));
}
