import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../../shared/text/spreadsheet-formula-pattern.ts';
import { saveBlob, saveTextFile } from '../../data/save-file.ts';
import type { ChartData } from './chart-data.ts';
import { fitLabel } from './chart-drawing.tsx';

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

const titleHeight = 28;
const legendHeight = 20;
const legendMarkPx = 8;

/** Downloads a chart as it is shown, with its title and legend, in the colors of the current theme and twice the size. */
export async function saveChartAsPng({ title, series }: ChartData, drawing: SVGSVGElement): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = copyWithStyles(drawing);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();

  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const top = marginPx + titleHeight + (series.length > 1 ? legendHeight : 0);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * marginPx) * scale;
  canvas.height = (top + height + marginPx) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The chart could not be drawn.');
  context.scale(scale, scale);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = `15px ${fontFamily}`;
  context.textBaseline = 'top';
  context.fillText(title, marginPx, marginPx);
  if (series.length > 1) drawLegend(context, series, drawing);
  context.drawImage(image, marginPx, top, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The chart could not be saved as an image.');
  saveBlob(`${title}.png`, blob);
}

/** Draws the name of each series after a square in its color. The names share the width of the chart. */
function drawLegend(context: CanvasRenderingContext2D, series: readonly string[], drawing: SVGSVGElement): void {
  const { fontFamily } = getComputedStyle(drawing);
  const textColor = context.fillStyle;
  context.font = `12px ${fontFamily}`;
  const nameWidth = drawing.getBoundingClientRect().width / series.length - 2 * legendMarkPx;
  let x = marginPx;
  for (const [index, name] of series.entries()) {
    const bar = drawing.querySelector(`[data-series="${index}"]`);
    context.fillStyle = bar ? getComputedStyle(bar).fill : textColor;
    context.fillRect(x, marginPx + titleHeight + 2, legendMarkPx, legendMarkPx);
    const text = fitText(context, name, nameWidth);
    context.fillStyle = textColor;
    context.fillText(text, x + legendMarkPx + 6, marginPx + titleHeight);
    x += legendMarkPx + 6 + Math.ceil(context.measureText(text).width) + 16;
  }
}

function fitText(context: CanvasRenderingContext2D, text: string, width: number): string {
  const share = width / Math.max(1, context.measureText(text).width);
  return share >= 1 ? text : fitLabel(text, Math.floor(text.length * share) - 1);
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
