import { readDocx } from '../../../electron/service/features/knowledge/parsing/docx/read-docx.ts';
import {
  defaultParseLimits,
  type ParseLimits,
  type ParsedSection,
} from '../../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import { createParser, type ParsedSummary } from '../../../electron/service/features/knowledge/parsing/parser.ts';
import { readPdf } from '../../../electron/service/features/knowledge/parsing/pdf/read-pdf.ts';
import type { TextSection } from '../../../electron/service/features/knowledge/parsing/text-section.ts';
import { forkProcess } from '../../../electron/service/platform/processes/start-process.ts';
import type { DocumentKind } from '../../../shared/knowledge/knowledge.ts';
import { afterAll } from 'vitest';
import { writeTemporary } from './make-files.ts';

type Collected<Section> = { readonly sections: readonly Section[]; readonly text: string };

/** A parser whose processes are reused by the tests of a file. */
export const parser = createParser({ startProcess: forkProcess });
afterAll(() => parser.close());

/** Parses bytes in another process, as the service does, and collects the sections with their chunks. */
export async function parseSections(
  bytes: Uint8Array | string,
  kind: DocumentKind,
  limits?: Partial<ParseLimits>,
): Promise<ParsedSummary & Collected<ParsedSection>> {
  const sections: ParsedSection[] = [];
  const usedParser = limits ? createParser({ startProcess: forkProcess, limits }) : parser;
  try {
    const summary = await usedParser.parse({
      path: writeTemporary(bytes),
      kind,
      signal: new AbortController().signal,
      onSection: (section) => void sections.push(section),
    });
    return { ...summary, sections, text: joinTexts(sections) };
  } finally {
    if (usedParser !== parser) await usedParser.close();
  }
}

/** Reads bytes in this thread and collects the sections. Loads the libraries once, so it is faster than `parseSections`. */
export async function readSections(
  bytes: Uint8Array | string,
  kind: 'pdf' | 'docx',
  limits: Partial<ParseLimits> = {},
): Promise<Collected<TextSection>> {
  const path = writeTemporary(bytes);
  const sections: TextSection[] = [];
  const reader = kind === 'pdf' ? readPdf(path) : readDocx(path, { ...defaultParseLimits, ...limits });
  for await (const section of reader) sections.push(section);
  return { sections, text: joinTexts(sections) };
}

function joinTexts(sections: readonly { readonly text: string }[]): string {
  return sections.map(({ text }) => text).join('\n\n');
}
