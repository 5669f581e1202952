import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../shared/spreadsheet-formula-pattern.ts';
import { saveBlob, saveTextFile } from '../save-file.ts';
import type { ChartData } from './chart-data.ts';

/** Formats the figures of a chart as CSV, one row per item. Spreadsheets detect UTF-8 by the byte order mark. */
export function formatChartCsv({ category, series, items }: ChartData): string {
  const data = items.map(({ name, values }) => [name, ...values]);
  const csv = Papa.unparse({ fields: [category, ...series], data }, { escapeFormulae: spreadsheetFormulaPattern });
  return `\uFEFF${csv}\r\n`;
}

export function saveChartAsCsv(chart: ChartData): void {
  saveTextFile(`${chart.title}.csv`, 'text/csv', formatChartCsv(chart));
}

const scale = 2;
const marginPx = 16;

/** Downloads a chart as it is shown, with its title, in the colors of the current theme and twice the size. */
export async function saveChartAsPng(title: string, chart: SVGSVGElement): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const copy = copyWithStyles(chart);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();

  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const titleHeight = 28;
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * marginPx) * scale;
  canvas.height = (height + titleHeight + 2 * marginPx) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The chart could not be drawn.');
  context.scale(scale, scale);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = `15px ${fontFamily}`;
  context.textBaseline = 'top';
  context.fillText(title, marginPx, marginPx);
  context.drawImage(image, marginPx, marginPx + titleHeight, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The chart could not be saved as an image.');
  saveBlob(`${title}.png`, blob);
}

const copiedStyles = ['fill', 'stroke', 'opacity', 'font-family', 'font-size', 'text-anchor'] as const;

/** An image has no style sheets, so each element of the copy has the styles that it is shown with. */
function copyWithStyles(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement; // a clone is an element of the same kind
  const copies = copy.querySelectorAll('*');
  for (const [index, element] of chart.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element);
    for (const name of copiedStyles) copies[index]?.setAttribute(name, style.getPropertyValue(name));
    copies[index]?.removeAttribute('class');
  }
  return copy;
}
