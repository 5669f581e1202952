import type { BodyPiece } from './docx/body-piece.ts';
import { createSectionWriter } from './docx/section-writer.ts';
import { readHtml } from './html/read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { createUncertainSection, decodeFile } from './read-text-file.ts';
import type { TextSection } from './text-section.ts';

/** Yields the text of a web page, in sections by its headings. */
export async function* readHtmlFile(path: string): AsyncGenerator<TextSection> {
  const { text, isCertain } = await decodeFile(path, findDeclaredCharset);
  yield* writeSections(readHtml(text), isCertain);
}

/** Yields the text of a Markdown file, in sections by its headings. */
export async function* readMarkdownFile(path: string): AsyncGenerator<TextSection> {
  const { text, isCertain } = await decodeFile(path);
  yield* writeSections(readMarkdown(text), isCertain);
}

function findDeclaredCharset(text: string): string | undefined {
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(text)?.[1];
}

function* writeSections(pieces: readonly BodyPiece[], isCertain: boolean): Generator<TextSection> {
  const writer = createSectionWriter();
  for (const piece of pieces) {
    writer.add(piece);
    yield* writer.take();
  }
  writer.finish();
  yield* writer.take();
  if (!isCertain) yield createUncertainSection();
}
