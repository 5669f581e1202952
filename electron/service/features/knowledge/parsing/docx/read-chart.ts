import type { BodyPiece } from './body-piece.ts';
import { drainXml } from './read-xml.ts';

type Series = { name: string; readonly categories: Map<number, string>; readonly values: Map<number, string> };

const maxSeries = 100;
const maxPointsPerSeries = 1_000;

/** Reads the title of a chart, and the values that it shows as a table (ECMA-376 part 1, 21.2). */
export async function readChart(bytes: AsyncIterable<Buffer>, maxDepth: number): Promise<readonly BodyPiece[]> {
  const path: string[] = [];
  const allSeries: Series[] = [];
  let title = '';
  let series: Series | undefined;
  let pointIndex = 0;

  const addText = (text: string) => {
    const element = path.at(-1);
    if (element === 't' && path.includes('title') && !path.includes('plotArea')) title += text;
    else if (element !== 'v' || !series) return;
    else if (path.includes('tx')) series.name += text;
    else {
      const isCategory = path.includes('cat') || path.includes('xVal');
      const points = isCategory ? series.categories : series.values;
      if (points.size < maxPointsPerSeries) points.set(pointIndex, (points.get(pointIndex) ?? '') + text);
    }
  };

  await drainXml(
    bytes,
    {
      open({ name, attributes: { idx } }) {
        path.push(name);
        if (name === 'ser' && allSeries.length < maxSeries) {
          series = { name: '', categories: new Map(), values: new Map() };
          allSeries.push(series);
        } else if (name === 'pt') pointIndex = Number(idx) || 0;
      },
      close(name) {
        path.pop();
        if (name === 'ser') series = undefined;
      },
      text: addText,
    },
    maxDepth,
  );
  return [...toParagraph(title), ...toRows(allSeries.filter(({ values }) => values.size > 0))];
}

function toParagraph(title: string): readonly BodyPiece[] {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? [] : [{ kind: 'paragraph', text }];
}

function toRows(allSeries: readonly Series[]): readonly BodyPiece[] {
  if (allSeries.length === 0) return [];
  const indexes = new Set(allSeries.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]));
  const rows = [...indexes]
    .toSorted((a, b) => a - b)
    .map((index) => [
      allSeries.map(({ categories }) => categories.get(index)).find((category) => category !== undefined) ?? '',
      ...allSeries.map(({ values }) => formatValue(values.get(index))),
    ]);
  const header = ['', ...allSeries.map(({ name }) => name)];
  return [header, ...rows].map((cells) => ({
    kind: 'row',
    text: cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()).join(' | '),
  }));
}

/** Office stores the binary value of a number, such as 0.30000000000000004. */
function formatValue(value = ''): string {
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? value : String(Number(number.toPrecision(12)));
}
