import type { ParseLimits } from '../parse-protocol.ts';
import type { BodyPiece } from './body-piece.ts';
import type { OfficePackage, Relationship } from './open-package.ts';
import { readChart } from './read-chart.ts';
import { readDiagram } from './read-diagram.ts';
import { readHtml } from './read-html.ts';

/** More of one document are left out. */
const maxParts = 200;
const maxHtmlBytes = 4 * 1024 * 1024;

/** Reads the diagrams, charts and embedded web pages of a document. Returns their text by the id of their relationship. */
export async function readRelatedParts(
  office: OfficePackage,
  relationships: readonly Relationship[],
  { xmlDepth }: ParseLimits,
): Promise<ReadonlyMap<string, readonly BodyPiece[]>> {
  const related = new Map<string, readonly BodyPiece[]>();
  const readers: Readonly<Record<string, ((part: string) => Promise<readonly BodyPiece[]>) | undefined>> = {
    diagramData: (part) => readDiagram(office.read(part), xmlDepth),
    chart: (part) => readChart(office.read(part), xmlDepth),
    aFChunk: (part) => readEmbeddedText(office, part),
  };
  for (const { id, kind, part } of relationships) {
    const read = readers[kind];
    if (read && office.has(part) && related.size < maxParts) related.set(id, await read(part));
  }
  return related;
}

async function readEmbeddedText(office: OfficePackage, part: string): Promise<readonly BodyPiece[]> {
  const isHtml = /\.x?html?$/i.test(part);
  if (!isHtml && !/\.txt$/i.test(part)) return [];
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of office.read(part)) {
    size += chunk.length;
    if (size > maxHtmlBytes) return [];
    chunks.push(chunk);
  }
  return readHtml(Buffer.concat(chunks), isHtml);
}
