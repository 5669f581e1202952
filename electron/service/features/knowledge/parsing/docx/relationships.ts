import { posix } from 'node:path';
import type { OfficePackage } from './open-package.ts';
import { drainXml } from './read-xml.ts';

/** Parts that another part points at, by the last word of the relation's type: styles, footnotes, header, footer, … */
export type Relationships = ReadonlyMap<string, readonly string[]>;

/** The parts related to one part, or to the whole package for the empty name. External targets are left out. */
export async function readRelationships(office: OfficePackage, part: string, maxDepth: number): Promise<Relationships> {
  const relations = new Map<string, string[]>();
  const source = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!office.has(source)) return relations;
  await drainXml(
    office.read(source),
    {
      open({ name, attributes: { Type = '', Target = '', TargetMode } }) {
        if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return;
        const kind = Type.slice(Type.lastIndexOf('/') + 1);
        const target = posix.resolve('/', posix.dirname(part), Target).slice(1);
        relations.set(kind, [...(relations.get(kind) ?? []), target]);
      },
      close() {},
    },
    maxDepth,
  );
  return relations;
}
