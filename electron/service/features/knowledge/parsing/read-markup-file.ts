import type { BodyPiece } from './docx/body-piece.ts';
import { createSectionWriter } from './docx/section-writer.ts';
import { readHtml, type OnStruck } from './html/read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { createUncertainSection, decodeFile } from './read-text-file.ts';
import type { TextSection } from './text-section.ts';

/** Yields the text of a web page, in sections by its headings. */
export async function* readHtmlFile(path: string): AsyncGenerator<TextSection> {
  const { text, isCertain } = await decodeFile(path, findDeclaredCharset);
  yield* writeSections((onStruck) => readHtml(text, onStruck), isCertain);
}

/** Yields the text of a Markdown file, in sections by its headings. */
export async function* readMarkdownFile(path: string): AsyncGenerator<TextSection> {
  const { text, isCertain } = await decodeFile(path);
  yield* writeSections((onStruck) => readMarkdown(text, onStruck), isCertain);
}

function findDeclaredCharset(text: string): string | undefined {
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(text)?.[1];
}

function* writeSections(
  read: (onStruck: OnStruck) => readonly BodyPiece[],
  isCertain: boolean,
): Generator<TextSection> {
  const writer = createSectionWriter();
  const struck: number[] = [];
  const pieces = read((at) => void struck.push(at));
  let next = 0;
  for (const [index, piece] of pieces.entries()) {
    writer.add(piece);
    for (; (struck[next] ?? Infinity) <= index; next += 1) writer.addOmission('struck_text');
    yield* writer.take();
  }
  for (; next < struck.length; next += 1) writer.addOmission('struck_text');
  writer.finish();
  yield* writer.take();
  if (!isCertain) yield createUncertainSection();
}
