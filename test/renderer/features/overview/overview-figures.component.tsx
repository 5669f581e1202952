import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findPeriodOfDays } from '../../../../renderer/features/insights/find-period.ts';
import { setInsightRange } from '../../../../renderer/features/insights/insight-period.ts';
import { startVisit } from '../../../../renderer/features/overview/last-visit.ts';
import { OverviewFigures } from '../../../../renderer/features/overview/overview-figures.tsx';
import { formatNumber } from '../../../../renderer/format/format-number.ts';
import { toLocalDay } from '../../../../renderer/format/local-day.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { Overview } from '../../../../shared/window/overview.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { noCalls } from '../../../../shared/insights/insights.ts';
import { sampleInsights } from '../../../helpers/components/sample-insights.ts';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

const overview: Overview = {
  organization: null,
  is_empty: false,
  attention: [],
  cycle: {
    plan: null,
    usage: {
      billing_period: { start: '2026-05-01T00:00:00.000Z', end: '2026-06-01T00:00:00.000Z' },
      minutes_used: 150,
      minutes_included: 2_000,
      overage_minutes: 0,
      estimated_cost_usd: 49,
    },
    forecast: null,
    previous_minutes: 100,
    remote: null,
  },
  processing: { total: 0, data: [] },
  calls: { running: 0, data: [] },
  requests: [sampleRequest, { ...sampleRequest, request_id: 'abr_2' }],
  // Four were open 30 days ago. Three requests were closed since, and one was created.
  request_changes: [
    { at: daysAgo(40), change: -1 },
    { at: daysAgo(20), change: -1 },
    { at: daysAgo(10), change: -1 },
    { at: daysAgo(5), change: -1 },
    { at: daysAgo(2), change: 1 },
  ],
  changes: { calls: 12, documents: 1, requests: 2 },
};

let service: FakeService;

beforeEach(() => {
  service = startFakeService();
  service.answer(v1Routes.getCallInsights, () => sampleInsights);
  service.answer(appRoutes.getOverview, () => overview);
  setInsightRange('30');
  localStorage.removeItem('switchboard.visits');
});

const figure = (label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) });

const { from, to } = findPeriodOfDays(30, new Date());
const period = `from=${toLocalDay(new Date(from))}&to=${toLocalDay(new Date(Date.parse(to) - 1))}&mode=not_practice`;

test('have their change against the period before, also the minutes and the open requests', async () => {
  await renderInWindow(<OverviewFigures overview={overview} />);
  await expect.element(figure('Calls')).toHaveTextContent('Calls12up 20%');
  await expect
    .element(figure('Minutes this cycle'))
    .toHaveTextContent(`Minutes this cycle150of ${formatNumber(2_000)}up 50%`);
  await expect
    .element(figure('Minutes this cycle'))
    .toHaveAccessibleDescription(expect.stringContaining('100 were used at this point of the previous cycle'));
  await expect.element(figure('Open build requests')).toHaveTextContent('Open build requests2down 2');
});

test('say nothing of a previous cycle that is not known, and of requests if none was opened or closed', async () => {
  const cycle = overview.cycle && { ...overview.cycle, previous_minutes: null };
  await renderInWindow(<OverviewFigures overview={{ ...overview, cycle, request_changes: [] }} />);
  await expect.element(figure('Minutes this cycle')).toBeVisible();
  expect(figure('Minutes this cycle').element().textContent).toBe(`Minutes this cycle150of ${formatNumber(2_000)}`);
  expect(figure('Open build requests').element().textContent).toBe('Open build requests2');
});

test.each([
  ['2026-05-08T23:00:00.000Z', sampleInsights.previous, 'Calls12up 20%', 'Calls are compared with the previous period'],
  [
    '2026-05-09T00:00:00.000Z',
    sampleInsights.previous,
    'Calls12',
    'No trend for calls: the first call was placed during the previous period',
  ],
  ['2026-05-11T09:00:00.000Z', noCalls, 'Calls12', 'No calls in the previous period'],
  [null, noCalls, 'Calls12', 'No calls in the previous period'],
])('are compared only if the first call (%s) was placed before the previous period', async (...values) => {
  const [first_call_at, previous, text, note] = values;
  service.answer(v1Routes.getCallInsights, () => ({ ...sampleInsights, first_call_at, previous }));
  await renderInWindow(<OverviewFigures overview={overview} />);
  await expect.element(page.getByText(note)).toBeVisible();
  expect(figure('Calls').element().textContent).toBe(text);
});

test('show the share of each outcome', async () => {
  await renderInWindow(<OverviewFigures overview={overview} />);
  await figure('Success rate').hover();
  await expect.element(page.getByText('3 of 6 answered calls had a successful outcome').first()).toBeVisible();
  await expect.element(page.getByText('67%', { exact: true })).toBeVisible();
  await expect.element(figure('Success rate')).toHaveAccessibleDescription(expect.stringContaining('Interested: 67%'));
});

test('add up the outcomes that the tooltip has no space for', async () => {
  const by_outcome = Array.from({ length: 11 }, (_, index) => ({
    disposition: `Outcome ${index}`,
    calls: index < 8 ? 10 : 5,
    talk_seconds: 0,
  }));
  const totals = { ...sampleInsights.totals, answered: 100 };
  service.answer(v1Routes.getCallInsights, () => ({ ...sampleInsights, totals, by_outcome }));
  await renderInWindow(<OverviewFigures overview={overview} />);
  await expect
    .element(figure('Success rate'))
    .toHaveAccessibleDescription(expect.stringContaining('Outcome 7: 10%. 3 other outcomes: 15%'));
});

test.each([
  ['Calls', `/calls?${period}`],
  ['Answer rate', `/calls?${period}&status=completed`],
  ['Success rate', `/calls?${period}&status=completed&outcomes=successful`],
  ['Average talk time', `/calls?${period}&status=completed&order=duration`],
  ['Minutes this cycle', '/billing'],
  ['Open build requests', '/agents?status=open'],
])('%s leads to what it counts', async (label, address) => {
  await renderInWindow(<OverviewFigures overview={overview} />);
  await figure(label).click();
  await expect.element(page.getByRole('heading', { name: address, exact: true })).toBeVisible();
});

const since = '2026-05-12T09:30:00.000Z';

function returnAfterAbsence(): void {
  localStorage.setItem('switchboard.visits', JSON.stringify({ seen_at: since }));
  const timer = vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never); // the visit is not stored again
  startVisit();
  timer.mockRestore();
}

test.each([
  ['12 new calls', `/calls?since=${encodeURIComponent(since)}&mode=not_practice`],
  ['1 new document', `/knowledge?since=${encodeURIComponent(since)}`],
  ['2 changed build requests', `/agents?since=${encodeURIComponent(since)}`],
])('the %s since the last visit are a link to them', async (name, address) => {
  returnAfterAbsence();
  await renderInWindow(<OverviewFigures overview={overview} />);
  await expect.element(page.getByText(/requests since /)).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await expect.element(page.getByRole('heading', { name: address, exact: true })).toBeVisible();
});

test('nothing is new since the last visit', async () => {
  returnAfterAbsence();
  service.answer(appRoutes.getOverview, () => ({ ...overview, changes: { calls: 0, documents: 0, requests: null } }));
  await renderInWindow(<OverviewFigures overview={overview} />);
  await expect.element(page.getByText(/^Nothing new since/)).toBeVisible();
});
