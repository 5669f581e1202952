import { expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { cdp, page, userEvent } from 'vitest/browser';
import { Chart } from '../../../../renderer/features/insights/chart.tsx';
import { createCharts } from '../../../../renderer/features/insights/chart-data.ts';
import {
  ColumnsDrawing,
  columnsHeightPx,
  measureRowsHeight,
  RowsDrawing,
} from '../../../../renderer/features/insights/chart-drawing.tsx';
import { callInsightsQuery } from '../../../../renderer/features/insights/insights-query.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { createSampleCounts, sampleInsights } from '../../../helpers/components/sample-insights.ts';

const [days, , , agents] = createCharts({
  insights: sampleInsights,
  name: 'All agents',
  comparison: undefined,
  calls: {},
});
if (!days || !agents) throw new Error('The sample has no charts.');

test('its items are selected with the arrow keys, and Enter shows the calls of one', async () => {
  await renderInWindow(<Chart chart={days} />);
  const chart = page.getByRole('slider', { name: 'Calls by day' });
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(chart).toHaveFocus();
  await expect
    .element(chart)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/(May 11|11 May): 4 placed, 2 answered/));
  await userEvent.keyboard('{ArrowLeft}{End}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/(May 13|13 May): 8 placed/));
  await expect.element(chart).toHaveAttribute('aria-valuenow', '3');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: '/calls?from=2026-05-13&to=2026-05-13' })).toBeVisible();
});

test('shows the item at the pointer, and its figures as a table', async () => {
  await renderInWindow(<Chart chart={agents} />);
  const chart = page.getByRole('slider', { name: 'Agents' });
  await userEvent.hover(chart);
  await expect.element(page.getByText('<b>Front desk</b>').first()).toBeVisible();
  await expect.element(page.getByText('12 placed, 6 answered', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions: Agents' }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: 'Agents' });
  await expect.element(table.getByRole('cell', { name: '12' })).toBeVisible();
  await expect.element(table.getByRole('link', { name: '<b>Front desk</b>' })).toBeVisible();
});

/** Chooses actions of a chart, and returns the files that they save. */
async function save(title: string, ...actions: readonly string[]): Promise<readonly Blob[]> {
  const blobs: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob); // nothing else is saved
    return 'blob:chart';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  for (const name of actions) {
    await page.getByRole('button', { name: `Actions: ${title}` }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  await expect.poll(() => blobs).toHaveLength(actions.length);
  create.mockRestore();
  click.mockRestore();
  return blobs;
}

test('is saved as an image with the shown colors, and as CSV', async () => {
  await renderInWindow(<Chart chart={days} />);
  const blobs = await save('Calls by day', 'Save as PNG', 'Save as CSV');
  expect(blobs.map(({ type }) => type).toSorted()).toEqual(['image/png', 'text/csv;charset=utf-8']);
  const png = blobs.find(({ type }) => type === 'image/png');
  const colors = await countColors(await createImageBitmap(png ?? new Blob()));
  expect(colors, 'the background, the axis, two bars and text').toBeGreaterThan(20);
});

test('the image of two series has a legend', async () => {
  const [compared] = createCharts({
    insights: sampleInsights,
    name: 'Front desk',
    comparison: { name: 'Renewals '.repeat(40), insights: sampleInsights },
    calls: {},
  });
  if (!compared) throw new Error('There is no chart.');
  const single = {
    ...compared,
    series: ['Front desk'],
    items: compared.items.map((item) => ({ ...item, values: [1] })),
  };
  const images: ImageBitmap[] = [];
  for (const chart of [compared, single]) {
    await renderInWindow(<Chart chart={chart} />);
    const [png = new Blob()] = await save('Calls by day', 'Save as PNG');
    images.push(await createImageBitmap(png));
    await cleanup();
  }
  const [withLegend, without] = images;
  if (!withLegend || !without) throw new Error('There is no image.');
  expect(withLegend.height - without.height).toBe(2 * 20);
  const legend = readPixels(withLegend, { y: 2 * (16 + 28), height: 2 * 20 });
  const colors = (['bg-accent', 'bg-recipient'] as const).map(readColor);
  for (const color of colors) expect(legend.filter((pixel) => pixel === color)).toHaveLength(4 * 8 * 8);
});

/** Returns the pixels of full rows of an image, as `red,green,blue`. */
function readPixels(image: ImageBitmap, { y, height }: { readonly y: number; readonly height: number }) {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0);
  const data = context?.getImageData(0, y, image.width, height).data ?? [];
  return Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join(','));
}

/** Returns the color that a class gives to a background, as it is drawn. */
function readColor(name: string): string {
  const element = document.createElement('div');
  element.className = name;
  document.body.append(element);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context) context.fillStyle = getComputedStyle(element).backgroundColor;
  context?.fillRect(0, 0, 1, 1);
  element.remove();
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(',');
}

/** Counts the different colors of an image. */
async function countColors(image: ImageBitmap): Promise<number> {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
  return new Set(pixels).size;
}

test('compared figures have the names of their agents, unchanged', async () => {
  const comparison = { name: 'VIP Support', insights: sampleInsights };
  const [chart] = createCharts({ insights: sampleInsights, calls: {}, name: 'Acme', comparison });
  if (!chart) throw new Error('There is no chart.');
  await renderInWindow(<Chart chart={chart} />);
  await expect
    .element(page.getByRole('slider', { name: 'Calls by day' }))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/: \d+ for Acme, \d+ for VIP Support$/));
});

test('the shares of compared figures come before the names, which may be cut', async () => {
  const comparison = { name: 'VIP Support', insights: sampleInsights };
  const charts = createCharts({ insights: sampleInsights, calls: {}, name: 'Acme', comparison });
  const outcomes = charts.find(({ title }) => title === 'Outcomes');
  if (!outcomes) throw new Error('There is no chart of outcomes.');
  await renderInWindow(<Chart chart={outcomes} />);
  await expect
    .element(page.getByRole('slider', { name: 'Outcomes' }))
    .toHaveAttribute('aria-valuetext', 'Interested: 4 (67%) for Acme, 4 (67%) for VIP Support');
});

test('names in any script, the same name twice and 300 characters keep their figures in sight, and are saved', async () => {
  const errors = vi.spyOn(console, 'error');
  const names = ['مريم '.repeat(75), 'مريم '.repeat(75), `e${'\u0301'.repeat(299)}`, '👩‍🚀'.repeat(100), '\u0001\uD800'];
  const source = { insights: sampleInsights, calls: {}, name: names[0] ?? '' };
  const by_agent = names.map((agent_name, index) => ({
    ...createSampleCounts(12 - index),
    agent_id: `agt_${index}`,
    agent_name,
  }));
  const insights = { ...sampleInsights, by_agent };
  const chart = createCharts({ ...source, insights, comparison: { name: names[1] ?? '', insights } })[3];
  if (!chart) throw new Error('There is no chart of agents.');
  await renderInWindow(<Chart chart={chart} />);
  const slider = page.getByRole('slider', { name: 'Agents' });
  slider.element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(page.getByText(/^12 for مريم/)).toBeVisible();
  expect(document.body.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  const blobs = await save('Agents', 'Save as PNG');
  expect(blobs.map(({ type }) => type)).toEqual(['image/png']);
  await page.getByRole('button', { name: 'Actions: Agents' }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('rowheader').nth(4)).toBeVisible();
  const table = page.getByRole('table', { name: 'Agents' }).element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
  expect(errors, 'such as two elements with the same key').not.toHaveBeenCalled();
  errors.mockRestore();
});

test('days and hours follow a new time zone of the computer, and keep their names', async () => {
  const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  const period = { from: '2026-05-11T00:00:00.000Z', to: '2026-05-14T00:00:00.000Z' };
  for (const zone of ['Asia/Tokyo', 'Pacific/Pago_Pago', 'Africa/Cairo']) {
    await setZone(zone);
    expect(callInsightsQuery(period).queryKey).toContain(zone);
    const items = createCharts({ insights: sampleInsights, name: '', comparison: undefined, calls: {} })[0]?.items;
    expect(items?.map(({ label }) => label.replaceAll(/\D/g, ''))).toEqual(['11', '12', '13']);
  }
  await setZone('');
});

test('a period without calls shows a sentence, by day and by name', async () => {
  const by_day = sampleInsights.by_day.map(({ date }) => ({ date, ...createSampleCounts(0) }));
  const empty = { ...sampleInsights, totals: createSampleCounts(0), by_day, by_outcome: [], by_agent: [] };
  const charts = createCharts({ insights: empty, name: '', comparison: undefined, calls: {} });
  for (const title of ['Calls by day', 'Outcomes', 'Agents', 'From call to outcome']) {
    const chart = charts.find((one) => one.title === title);
    if (!chart) throw new Error(`There is no chart ${title}.`);
    await renderInWindow(<Chart chart={chart} />);
    await expect.element(page.getByText('No calls in this period')).toBeVisible();
    await page.getByRole('button', { name: `Actions: ${title}` }).click();
    const image = page.getByRole('menuitem', { name: 'Save as PNG There is nothing to draw.' });
    await expect.element(image).toHaveAttribute('aria-disabled', 'true');
    await cleanup();
  }
});

test('draws the first 20 of 500 agents, and lists all of them in the table', async () => {
  const by_agent = Array.from({ length: 500 }, (_, index) => ({
    ...createSampleCounts(500 - index),
    agent_id: `agt_${index}`,
    agent_name: `Agent ${index}`,
  }));
  const insights = { ...sampleInsights, by_agent };
  const chart = createCharts({ insights, calls: {}, name: 'All agents', comparison: undefined })[3];
  if (!chart) throw new Error('There is no chart of agents.');
  await renderInWindow(<Chart chart={chart} />);
  await expect.element(page.getByRole('slider', { name: 'Agents' })).toHaveAttribute('aria-valuemax', '20');
  await expect.element(page.getByText('Showing the first 20. The table has more.')).toBeVisible();
  await page.getByRole('button', { name: 'Actions: Agents' }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'Agent 499' })).toBeInTheDocument();
});

test('no label of a column is cut at the right', async () => {
  const width = 500;
  const counts = [...Array(90).keys()].map((more) => more + 10);
  const items = counts.map((count) => ({ label: 'Nov 25', name: String(count), values: [1] }));
  await renderInWindow(
    counts.map((count) => (
      <svg key={count} width={width} height={columnsHeightPx} className="block">
        <ColumnsDrawing
          chart={{ ...days, series: ['Placed'], items: items.slice(0, count) }}
          width={width}
          activeIndex={null}
          scale={1}
        />
      </svg>
    )),
  );
  await expect.element(page.getByText('Nov 25').first()).toBeInTheDocument();
  for (const text of document.querySelectorAll('text')) {
    const end = text.ownerSVGElement?.getBoundingClientRect().right ?? 0;
    expect(
      text.getBoundingClientRect().right,
      `of ${text.ownerSVGElement?.querySelectorAll('g').length}`,
    ).toBeLessThanOrEqual(end);
  }
});

test.each([
  [36, 1],
  [2000, 1],
  [1_250_000, 1],
  [2000, 1.3],
])('the values of the axis up to %d are whole, with a text size of %d', async (value, scale) => {
  const chart = { ...days, items: days.items.map((item) => ({ ...item, values: [value, 1] })) };
  document.documentElement.style.fontSize = `${16 * scale}px`;
  await renderInWindow(
    <svg data-testid="chart" width={600} height={columnsHeightPx * scale}>
      <ColumnsDrawing chart={chart} width={600} activeIndex={null} scale={scale} />
    </svg>,
  );
  await document.fonts.ready;
  const { left, right } = page.getByTestId('chart').element().getBoundingClientRect();
  for (const text of document.querySelectorAll('[data-testid="chart"] text')) {
    const bounds = text.getBoundingClientRect();
    expect([bounds.left >= left, bounds.right <= right], text.textContent).toEqual([true, true]);
  }
  document.documentElement.style.fontSize = '';
});

test('the bars of a row leave space for its values', async () => {
  const chart = { ...agents, items: agents.items.map((item) => ({ ...item, values: [1_112_443, 1_110_204] })) };
  await renderInWindow(
    <svg data-testid="chart" width={400} height={measureRowsHeight(chart.items.length, 1)}>
      <RowsDrawing chart={chart} width={400} activeIndex={null} scale={1} />
    </svg>,
  );
  await document.fonts.ready;
  const bar = document.querySelector('[data-series="0"]')?.getBoundingClientRect();
  const values = [...document.querySelectorAll('[data-testid="chart"] text')].find((text) =>
    /·/.test(text.textContent),
  );
  expect(values?.getBoundingClientRect().left).toBeGreaterThan(bar?.right ?? 0);
});
