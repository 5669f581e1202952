import type { BodyPiece } from './body-piece.ts';
import { drainXml } from './read-xml.ts';

const maxPoints = 10_000;
/** Points of other types have the text of the layout. */
const textTypes: ReadonlySet<string> = new Set(['node', 'asst', 'doc']);

/** Reads the texts of a SmartArt diagram in their order (ECMA-376 part 1, 21.4). */
export async function readDiagram(bytes: AsyncIterable<Buffer>, maxDepth: number): Promise<readonly BodyPiece[]> {
  const texts = new Map<string, string>();
  const children = new Map<string, { readonly id: string; readonly order: number }[]>();
  let point: string | undefined;
  let isText = false;
  await drainXml(
    bytes,
    {
      open({ name, attributes }) {
        const { modelId = '', type, srcId = '', destId = '', srcOrd } = attributes;
        if (name === 'pt') {
          point = textTypes.has(type ?? 'node') && texts.size < maxPoints ? modelId : undefined;
          if (point !== undefined) texts.set(point, '');
        } else if (name === 'cxn' && (type ?? 'parOf') === 'parOf') {
          const siblings = children.get(srcId) ?? [];
          siblings.push({ id: destId, order: Number(srcOrd) });
          children.set(srcId, siblings);
        } else if (name === 'p' || name === 'br') append(' ');
        isText = name === 't';
      },
      close(name) {
        if (name === 't') isText = false;
        else if (name === 'pt') point = undefined;
      },
      text(text) {
        if (isText) append(text);
      },
    },
    maxDepth,
  );

  function append(text: string): void {
    if (point !== undefined) texts.set(point, (texts.get(point) ?? '') + text);
  }

  const destinations = new Set([...children.values()].flatMap((siblings) => siblings.map(({ id }) => id)));
  const ordered: string[] = [];
  // From the points without a parent down, each once.
  const pending = [...texts.keys()].filter((id) => !destinations.has(id)).toReversed();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const text = texts.get(id)?.replaceAll(/\s+/g, ' ').trim();
    if (!texts.delete(id)) continue;
    if (text) ordered.push(text);
    const sorted = (children.get(id) ?? []).toSorted((a, b) => b.order - a.order);
    pending.push(...sorted.map((child) => child.id));
  }
  return ordered.map((text) => ({ kind: 'paragraph', text }));
}
