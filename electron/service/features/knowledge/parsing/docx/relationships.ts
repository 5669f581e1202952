import { posix } from 'node:path';
import type { OfficePackage } from './open-package.ts';
import { drainXml } from './read-xml.ts';

/** Target parts by the last segment of the relationship type: styles, footnotes, header, footer, … */
export type Relationships = ReadonlyMap<string, readonly string[]>;

/** Reads the relationships of a part, or of the package if the name is empty. Skips external targets. */
export async function readRelationships(office: OfficePackage, part: string, maxDepth: number): Promise<Relationships> {
  const relationships = new Map<string, string[]>();
  const source = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!office.has(source)) return relationships;
  await drainXml(
    office.read(source),
    {
      open({ name, attributes: { Type = '', Target = '', TargetMode } }) {
        if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return;
        const kind = Type.slice(Type.lastIndexOf('/') + 1);
        const target = posix.resolve('/', posix.dirname(part), Target).slice(1);
        relationships.set(kind, [...(relationships.get(kind) ?? []), target]);
      },
      close() {},
    },
    maxDepth,
  );
  return relationships;
}
