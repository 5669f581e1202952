import { ParseError, type ParseLimits } from '../parse-protocol.ts';
import type { BodyPiece } from './body-piece.ts';
import type { OfficePackage, Relationship } from './open-package.ts';
import { readChart } from './read-chart.ts';
import { readDiagram } from './read-diagram.ts';
import { readEmbeddedText } from './read-embedded-text.ts';

/** More parts of one document are left out. */
const maxParts = 200;
const maxEmbeddedBytes = 8 * 1024 * 1024;

/** Reads a Word document that is embedded in another one. */
type EmbeddedDocumentReader = (bytes: Buffer) => Promise<readonly BodyPiece[]>;

/**
 * Reads the diagrams, charts and embedded documents of a document. Returns their text by the id of their relationship. Calls `onStruck`
 * for each text that is left out because it is struck out.
 */
export async function readRelatedParts(
  office: OfficePackage,
  relationships: readonly Relationship[],
  { xmlDepth }: ParseLimits,
  readEmbeddedDocument: EmbeddedDocumentReader | undefined,
  onStruck: () => void,
): Promise<ReadonlyMap<string, readonly BodyPiece[]>> {
  const related = new Map<string, readonly BodyPiece[]>();
  const readers: Readonly<Record<string, ((part: string) => Promise<readonly BodyPiece[]>) | undefined>> = {
    diagramData: (part) => readDiagram(office.read(part), xmlDepth),
    chart: (part) => readChart(office.read(part), xmlDepth),
    async aFChunk(part) {
      const bytes = await readBytes(office, part);
      if (!bytes) return [];
      const isZip = bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
      return isZip ? ((await readEmbeddedDocument?.(bytes)) ?? []) : readEmbeddedText(bytes, onStruck);
    },
  };
  for (const { id, kind, part } of relationships) {
    const read = readers[kind];
    if (!read || !office.has(part) || related.size >= maxParts) continue;
    try {
      related.set(id, await read(part));
    } catch (error) {
      // A damaged diagram is reported as left out, and the rest of the document is read.
      if (!(error instanceof ParseError) || error.code !== 'unreadable') throw error;
    }
  }
  return related;
}

/** Returns undefined if the part is too large. */
async function readBytes(office: OfficePackage, part: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of office.read(part)) {
    size += chunk.length;
    if (size > maxEmbeddedBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
