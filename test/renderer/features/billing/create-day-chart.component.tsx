import { afterEach, expect, test } from 'vitest';
import {
  createDayChart,
  labelTicks,
  measureAxisWidth,
  type ChartColors,
  type ChartDay,
} from '../../../../renderer/features/billing/create-day-chart.ts';

const colors: ChartColors = { bar: 'blue', unknown: 'gray', text: 'black', grid: 'rgb(0 0 0 / 0)', zeroBar: 'red' };

const createDay = (fields: Partial<ChartDay>): ChartDay => ({
  label: '2',
  labelWithMonth: '2 Nov',
  minutes: null,
  isUnknown: false,
  ...fields,
});

function drawChart(days: readonly ChartDay[]) {
  const host = document.createElement('div');
  host.style.width = '600px';
  document.body.append(host);
  createDayChart(host, days, colors, () => undefined, 1);
  return host;
}

/** Returns the share of the pixels of a chart that are drawn in a color. */
function measureInk(host: HTMLElement, [red, green, blue]: readonly [number, number, number]): number {
  const canvas = host.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue && pixels[at + 3] === 255) count += 1;
  return count / (pixels.length / 4);
}

afterEach(() => document.body.replaceChildren());

test('the axis names the month at its start and where it changes', () => {
  const day = (label: string, month: string) => ({ label, labelWithMonth: `${label} ${month}` });
  const days = [day('25', 'Oct'), day('30', 'Oct'), day('4', 'Nov'), day('9', 'Nov')];
  expect(labelTicks(days)).toEqual(['25 Oct', '30', '4 Nov', '9']);
  expect(labelTicks([])).toEqual([]);
});

test('days before a workspace was created are marked at the axis, and are no wall', async () => {
  const unknown = Array.from({ length: 27 }, () => createDay({ isUnknown: true }));
  const host = drawChart([...unknown, createDay({ minutes: 0 }), createDay({}), createDay({})]);
  await expect.poll(() => measureInk(host, [128, 128, 128])).toBeGreaterThan(0.01);
  expect(measureInk(host, [128, 128, 128])).toBeLessThan(0.1);
});

test.each(['0', '2K', '1,500', '10.000'])('the axis has space for %s', async (label) => {
  await document.fonts.load(`11px 'Inter Variable'`);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.font = `11px 'Inter Variable', system-ui`;
  expect(measureAxisWidth(['0', label]) - 4).toBeGreaterThanOrEqual(context.measureText(label).width);
});
