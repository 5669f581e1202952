import { describe, expect, test } from 'vitest';
import { createCharts, formatChartValue } from '../../../../renderer/features/insights/chart-data.ts';
import { findAxisMaximum, fitLabel } from '../../../../renderer/features/insights/chart-drawing.tsx';
import { listFigures } from '../../../../renderer/features/insights/headline-figures.tsx';
import {
  findCallsOfPeriod,
  findCustomPeriod,
  findDays,
  findPeriodOfCycle,
  findPeriodOfDays,
  movePeriod,
} from '../../../../renderer/features/insights/find-period.ts';
import { changeCustomPeriod, insightsSearchSchema } from '../../../../renderer/features/insights/insights-search.ts';
import { formatChartCsv } from '../../../../renderer/features/insights/save-chart.ts';
import type { CallInsights } from '../../../../shared/insights/insights.ts';
import { createSampleCounts, sampleInsights } from '../../../helpers/components/sample-insights.ts';

const calls = { from: '2026-05-11', to: '2026-05-13' };
const source = { insights: sampleInsights, name: 'All agents', comparison: undefined, calls };

const findChart = (title: string, options: Partial<typeof source> | object = {}) => {
  const chart = createCharts({ ...source, ...options }).find((one) => one.title === title);
  if (!chart) throw new Error(`There is no chart ${title}.`);
  return chart;
};

describe('the charts of the insights', () => {
  test('show placed and answered calls, and lead to the calls of a day, an outcome and an agent', () => {
    const days = findChart('Calls by day');
    expect(days.series).toEqual(['Placed', 'Answered']);
    expect(days.items.map(({ values }) => values)).toEqual([
      [4, 2],
      [0, 0],
      [8, 4],
    ]);
    expect(days.items[2]?.calls).toEqual({ from: '2026-05-13', to: '2026-05-13' });
    expect(findChart('Outcomes').items[0]).toMatchObject({ label: 'Interested', calls: { outcome: 'interested' } });
    expect(findChart('Agents').items[0]?.calls).toEqual({ ...calls, agent: 'agt_1' });
    expect(findChart('Calls by weekday').items).toHaveLength(7);
    expect(findChart('From call to outcome').items.map(({ values }) => values[0])).toEqual([12, 6, 3, 2, 1]);
  });

  test('show the share of placed calls in the steps, and of answered calls in the outcomes', () => {
    const listValues = (title: string) => {
      const chart = findChart(title);
      return chart.items.map(({ values }) => formatChartValue(chart, values[0] ?? 0, 0));
    };
    expect(listValues('From call to outcome')).toEqual(['12 (100%)', '6 (50%)', '3 (25%)', '2 (17%)', '1 (8%)']);
    expect(listValues('Outcomes')).toEqual(['4 (67%)', '2 (33%)']);
    expect(formatChartValue(findChart('Outcomes'), 4, 0, 'calls')).toBe('4 calls (67%)');
    expect(listValues('Calls by weekday')[0]).not.toContain('%');
  });

  test('show two series while they are compared, with items that only one of them has', () => {
    const other = {
      ...sampleInsights,
      by_day: sampleInsights.by_day.slice(1),
      by_outcome: [{ disposition: 'voicemail', calls: 1, talk_seconds: 20 }],
    };
    const comparison = { name: 'Previous period', insights: other };
    expect(findChart('Calls by day', { comparison })).toMatchObject({
      series: ['All agents', 'Previous period'],
      layout: 'grouped',
      items: [{ values: [4, 0] }, { values: [0, 8] }, { values: [8, 0] }],
    });
    const outcomes = findChart('Outcomes', { comparison }).items.map(({ label, values }) => [label, ...values]);
    expect(outcomes).toContainEqual(['Voicemail', 0, 1]);
    expect(outcomes).toContainEqual(['Interested', 4, 0]);
  });

  test('count an outcome once, even if its case differs between two periods', () => {
    const by_outcome = [{ disposition: 'INTERESTED', calls: 3, talk_seconds: 20 }];
    const comparison = { name: 'Previous period', insights: { ...sampleInsights, by_outcome } };
    const [first, ...others] = findChart('Outcomes', { comparison }).items;
    expect(first).toMatchObject({ label: 'Interested', values: [4, 3] });
    expect(others.map(({ label }) => label.toLowerCase())).not.toContain('interested');
  });

  test('lead from an outcome to answered calls only, because only those are counted', () => {
    expect(findChart('Outcomes').items[0]?.calls).toEqual({ ...calls, status: 'completed', outcome: 'interested' });
  });

  test('are saved as CSV in which no cell is a formula', () => {
    const csv = formatChartCsv(findChart('Outcomes'));
    expect(csv).toBe('\uFEFFOutcome,Calls\r\nInterested,4\r\n"\'=HYPERLINK(""http://x"")",2\r\n');
  });

  test.each([
    [[], 2],
    [[3], 4],
    [[9], 10],
    [[11], 20],
    [[4_100], 6_000],
  ])('the axis of %j ends at %d', (values, maximum) => {
    expect(findAxisMaximum(values)).toBe(maximum);
  });
});

describe('the key figures', () => {
  const list = (totals: number, previous: number, by_outcome: CallInsights['by_outcome'] = []) =>
    listFigures({ totals: createSampleCounts(totals), previous: createSampleCounts(previous), by_outcome }, calls);
  const read = (totals: number, previous: number) =>
    list(totals, previous).map(({ value, change }) => [
      value,
      change && (change.direction ?? Number.NaN) * Number.parseInt(change.text, 10),
    ]);

  test('say how many answered calls reached voicemail', () => {
    expect(list(12, 10)[1]?.explanation).toBe('6 of 12 calls were answered');
    const voicemail = { disposition: 'VOICEMAIL LEFT', calls: 2, talk_seconds: 40 };
    expect(list(12, 10, [voicemail])[1]?.explanation).toBe('6 of 12 calls were answered, 2 of them by voicemail');
  });

  test('have their change against the period before', () => {
    expect(read(12, 10)).toEqual([
      ['12', 20],
      ['50%', 0],
      ['50%', 10],
      ['1:30', 0],
    ]);
    expect(read(5, 10)[0]).toEqual(['5', -50]);
  });

  test('have no change if there was nothing before, and no rate without calls', () => {
    expect(read(12, 0).map(([, change]) => change)).toEqual([null, null, null, null]);
    expect(read(0, 10).map(([value]) => value)).toEqual(['0', '—', '—', '—']);
  });
});

test('a period of days begins at a local midnight and ends with the current hour', () => {
  const { from, to } = findPeriodOfDays(7, new Date('2026-05-13T10:20:30'));
  expect(from).toBe(new Date('2026-05-07T00:00:00').toISOString());
  expect(to).toBe(new Date('2026-05-13T11:00:00').toISOString());
});

test('a label is cut between characters, and has none that an image cannot contain', () => {
  expect(fitLabel('Front desk', 10)).toBe('Front desk');
  expect(fitLabel('Front desk of the harbor', 10)).toBe('Front des…');
  expect(fitLabel('👨‍👩‍👧‍👦'.repeat(300), 3)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…');
  expect(fitLabel('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦');
  expect(fitLabel('a\u0000\uD800b', 10)).toBe('a  b');
});

test('a period of a billing cycle has the local days of the cycle up to now, as the list of its calls', () => {
  const cycle = { start: '2026-05-01T00:00:00.000Z', end: '2026-06-01T00:00:00.000Z' };
  const period = findPeriodOfCycle(cycle, new Date('2026-05-13T10:20:30'));
  expect(period).toEqual({
    from: new Date('2026-05-01T00:00:00').toISOString(),
    to: new Date('2026-05-13T11:00:00').toISOString(),
  });
  expect(findCallsOfPeriod(period)).toMatchObject({ from: '2026-05-01', to: '2026-05-13' });
  expect(findPeriodOfCycle(cycle, new Date('2026-06-05T10:00:00')).to, 'of a cycle that has ended').toBe(
    new Date('2026-06-01T00:00:00').toISOString(),
  );
  expect(findPeriodOfCycle(cycle, new Date('2026-04-30T23:30:00')).from, 'before its first local day').toBe(
    new Date('2026-04-30T00:00:00').toISOString(),
  );
});

test('a custom period has whole days, and ends with the current hour if it contains today', () => {
  const now = new Date('2026-05-13T10:20:30');
  expect(findCustomPeriod({ from: '2026-05-01', to: '2026-05-07' }, now)).toEqual({
    from: new Date('2026-05-01T00:00:00').toISOString(),
    to: new Date('2026-05-08T00:00:00').toISOString(),
  });
  expect(findCustomPeriod({ from: '2026-05-12', to: '2026-05-13' }, now).to).toBe(
    new Date('2026-05-13T11:00:00').toISOString(),
  );
  expect(findDays(findCustomPeriod({ from: '2026-05-12', to: '2026-05-13' }, now))).toEqual({
    from: '2026-05-12',
    to: '2026-05-13',
  });
  expect(findCustomPeriod({ from: '2027-01-01', to: '2027-01-02' }, now).to, 'in the future').toBe(
    new Date('2027-01-03T00:00:00').toISOString(),
  );
});

test('a custom period is never empty or too long: its other end moves', () => {
  const period = { from: '2026-05-01', to: '2026-05-07' };
  expect(changeCustomPeriod(period, { from: '2026-05-03' })).toEqual({ from: '2026-05-03', to: '2026-05-07' });
  expect(changeCustomPeriod(period, { from: '2026-05-09' })).toEqual({ from: '2026-05-09', to: '2026-05-09' });
  expect(changeCustomPeriod(period, { to: '2026-04-30' })).toEqual({ from: '2026-04-30', to: '2026-04-30' });
  expect(changeCustomPeriod(period, { from: '2024-01-01' })).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(changeCustomPeriod(period, { to: '2028-12-31' })).toEqual({ from: '2028-01-01', to: '2028-12-31' });
});

test('an address with a period that is impossible, or with a comparison that has no start, is shown without it', () => {
  const parse = (search: object) => insightsSearchSchema.parse(search);
  expect(parse({ from: '2026-05-07', to: '2026-05-01' })).toMatchObject({ from: undefined, to: undefined });
  expect(parse({ from: '2020-05-07', to: '2026-05-01' })).toMatchObject({ from: undefined, to: undefined });
  expect(parse({ from: '2026-05-01' })).toMatchObject({ from: undefined });
  expect(parse({ compare: 'period' })).toMatchObject({ compare: undefined });
  expect(parse({ compare: 'agt_1', start: '2026-05-01' })).toMatchObject({ compare: 'agt_1', start: undefined });
});

test('a period to compare with has the same local times, also if clocks change between them', () => {
  const period = findPeriodOfDays(7, new Date('2026-05-13T10:20:30'));
  expect(movePeriod(period, '2026-02-02')).toEqual({
    from: new Date('2026-02-02T00:00:00').toISOString(),
    to: new Date('2026-02-08T11:00:00').toISOString(),
  });
});
