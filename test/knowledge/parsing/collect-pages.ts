import {
  parseDocument,
  type ParsedSummary,
} from '../../../electron/service/features/knowledge/parsing/parse-document.ts';
import type { ParsedPage } from '../../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import type { ParseLimits } from '../../../electron/service/features/knowledge/parsing/parse-limits.ts';
import type { DocumentKind } from '../../../shared/knowledge.ts';
import { writeTemporary } from './make-files.ts';

/** Parses bytes as the service does and collects the pages. */
export async function collectPages(
  bytes: Uint8Array | string,
  kind: DocumentKind,
  limits: Partial<ParseLimits> = {},
): Promise<ParsedSummary & { readonly pages: readonly ParsedPage[]; readonly text: string }> {
  const pages: ParsedPage[] = [];
  const summary = await parseDocument({
    path: writeTemporary(bytes),
    kind,
    limits,
    signal: new AbortController().signal,
    onPage: (page) => void pages.push(page),
  });
  return { ...summary, pages, text: pages.map(({ text }) => text).join('\n\n') };
}
