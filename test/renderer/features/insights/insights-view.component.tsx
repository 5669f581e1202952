import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDayRange } from '../../../../renderer/format/format-day.ts';
import { setInsightRange } from '../../../../renderer/features/insights/insight-period.ts';
import { InsightsView } from '../../../../renderer/features/insights/insights-view.tsx';
import { useInsightsStore } from '../../../../renderer/features/insights/insights-store.ts';
import { insightsSearchSchema } from '../../../../renderer/features/insights/insights-search.ts';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import type { BillingOverview } from '../../../../shared/billing/billing.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { createSampleCounts, sampleInsights } from '../../../helpers/components/sample-insights.ts';

const frontDesk: AgentRecord = {
  agent_id: 'agt_1',
  name: 'Front desk',
  objective: 'Answer',
  status: 'active',
  placeholders: [],
  audience: 'Customers',
  greeting: 'Hello.',
  voice: 'slt',
  created_at: '2026-01-01T00:00:00.000Z',
  call_count: 0,
  last_call_at: null,
};

const billing: BillingOverview = {
  plan: null,
  usage: {
    billing_period: { start: '2026-05-01T00:00:00.000Z', end: '2026-06-01T00:00:00.000Z' },
    minutes_used: 0,
    minutes_included: 500,
    overage_minutes: 0,
    estimated_cost_usd: 0,
  },
  previous_minutes: null,
  forecast: null,
  remote: null,
  days: [],
  notices: [],
  unconfirmed_cycles: null,
  future_invoices: null,
  reconciliation: { calls: 0, call_minutes: 0, unmatched_minutes: 0, calls_without_date: 0 },
  practice: { calls: 0, minutes: 0 },
};

const placedCalls: Readonly<Record<string, number>> = { agt_1: 40, agt_2: 20 };

let service: FakeService;

beforeEach(() => {
  setInsightRange('30');
  service = startFakeService();
  service.answer(appRoutes.listAgentRecords, () => ({
    data: [frontDesk, { ...frontDesk, agent_id: 'agt_2', name: 'Renewals' }],
  }));
  service.answer(v1Routes.getCallInsights, ({ query: { agent = '' } }) => {
    const totals = createSampleCounts(placedCalls[agent] ?? 60);
    return { ...sampleInsights, totals, by_agent: [], by_day: [{ date: '2026-05-11', ...totals }] };
  });
  service.answer(v1Routes.getDocumentInsights, () => ({
    cited_passages: [],
    cited_passage_count: 0,
    citation_count: 0,
    uncited_documents: [],
    uncited_document_count: 0,
    document_count: 0,
  }));
  service.answer(v1Routes.listKnowledgeGaps, () => ({ data: [], total: 0, question_count: 0, pending_count: 0 }));
});

const open = () =>
  renderInWindow(<InsightsView />, {
    path: '/insights',
    validateSearch: (search) => insightsSearchSchema.parse(search),
  });

async function select(filter: string | RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: filter }).click();
  await page.getByRole('menuitemradio', { name: option }).click();
}

const figures = page.getByRole('list', { name: 'Key figures' });

test('compare two agents: in the figures, in the charts, and never one with itself', async () => {
  await open();
  await expect.element(page.getByText('Calls are compared with the previous period')).toBeVisible();
  await select('Agent', 'Front desk');
  await select('Compare with', 'Renewals');
  await expect.element(figures.getByRole('link', { name: /^Calls/ })).toHaveTextContent('Calls40up 100%');
  await expect.element(page.getByText('Compared with Renewals')).toBeVisible();
  const days = page.getByRole('region', { name: 'Calls by day' });
  await expect.element(days.getByText('Front desk')).toBeVisible();
  await expect.element(days.getByText('Renewals')).toBeVisible();
  await expect
    .element(page.getByRole('slider', { name: 'Calls by day' }))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/: 40 for Front desk, 20 for Renewals$/));

  await select(/^Agent ?: Front desk$/, 'Renewals');
  await expect.element(page.getByRole('button', { name: 'Compare with', exact: true })).toBeVisible();
  await expect.element(page.getByText('Calls are compared with the previous period')).toBeVisible();
  await expect.element(days.getByText('Placed')).toBeVisible();
});

test('show the response times of the period, and those that it is compared with', async () => {
  await open();
  const table = page.getByRole('table', { name: 'Response times' });
  await expect.element(table.getByRole('row', { name: 'Response 640 ms 1.2 s' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: 'First token' })).not.toBeInTheDocument();
  await select('Compare with', 'Renewals');
  await expect.element(table.getByRole('columnheader', { name: 'Renewals p90' })).toBeVisible();
});

test('say that no response times were measured', async () => {
  const nothing = { response_ms: null, retrieval_ms: null, first_token_ms: null, first_sound_ms: null };
  service.answer(v1Routes.getCallInsights, () => ({ ...sampleInsights, latency: nothing }));
  await open();
  await expect.element(page.getByText('No response times were measured in this period.')).toBeVisible();
});

test('say how many calls are not counted, because they have no date', async () => {
  service.answer(v1Routes.getCallInsights, () => ({ ...sampleInsights, without_date: 2_443 }));
  await open();
  await expect
    .element(page.getByText(/2,443 calls without a date are not counted: the remote has not sent their dates/))
    .toBeVisible();
});

test('name an agent of the address that does not exist', async () => {
  const goTo = await open();
  goTo('/insights?agent=agt_gone&compare=previous');
  await expect.element(page.getByRole('button', { name: /^Agent ?: Unknown agent$/ })).toBeVisible();
  await expect.element(page.getByText('Calls are compared with the previous period')).toBeVisible();
});

test('compare two periods that the user chooses', async () => {
  service.answer(v1Routes.getCallInsights, ({ query: { from = '', to = '' } }) => {
    const totals = createSampleCounts(from === new Date('2026-03-02T00:00:00').toISOString() ? 20 : 10);
    return { ...sampleInsights, from, to, totals, by_agent: [], by_day: [{ date: from.slice(0, 10), ...totals }] };
  });
  const goTo = await open();
  await expect.element(page.getByText('Calls are compared with the previous period')).toBeVisible();
  await page.getByRole('radio', { name: 'Custom' }).click();
  await expect.element(page.getByLabelText('From', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('To', { exact: true })).toBeVisible();

  goTo('/insights?from=2026-03-02&to=2026-03-08');
  await expect.element(figures.getByRole('link', { name: /^Calls/ })).toMatchTextContent('20');
  await select('Compare with', 'Another period');
  await expect.element(page.getByLabelText('Starting', { exact: true })).toBeVisible();
  await expect.element(figures.getByRole('link', { name: /^Calls/ })).toHaveTextContent('Calls20up 100%');
  await expect
    .element(page.getByText(`Compared with ${formatDayRange('2026-02-23T12:00:00', '2026-03-01T12:00:00')}`))
    .toBeVisible();

  await page.getByRole('button', { name: 'Choose date: Starting' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Calendar: Starting' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Clear date' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');

  await page.getByRole('radio', { name: '7 days' }).click();
  await expect.element(page.getByLabelText('From', { exact: true })).not.toBeInTheDocument();
});

const firstDays = formatDayRange('2026-03-02T12:00:00', '2026-03-08T12:00:00');

test.each([
  ['2026-03-02', '2026-03-09', '2026-03-02T23:00:00', 'Calls20up 100%', `Compared with ${firstDays}`],
  [
    '2026-03-02',
    '2026-03-09',
    '2026-03-04T09:00:00',
    'Calls20',
    `No trend for calls: the first call was placed during ${firstDays}`,
  ],
  ['2026-03-02', '2026-03-09', '2026-03-10T09:00:00', 'Calls10', `No calls in ${firstDays}`],
  [
    '2026-03-09',
    '2026-03-02',
    '2026-03-04T09:00:00',
    'Calls10',
    'No trend for calls: the first call was placed during this period',
  ],
])(
  'compare with %s only if the first call (period from %s, call at %s) was placed before both periods',
  async (...values) => {
    const [start, period, firstCall, text, note] = values;
    const first_call_at = new Date(firstCall).toISOString();
    service.answer(v1Routes.getCallInsights, ({ query: { from = '', to = '' } }) => {
      const totals = createSampleCounts(to <= first_call_at ? 0 : from < first_call_at ? 10 : 20);
      return { ...sampleInsights, from, to, totals, first_call_at };
    });
    const goTo = await open();
    goTo(`/insights?from=${period}&to=${period.slice(0, 8)}15&compare=period&start=${start}`);
    await expect.element(page.getByText(note)).toBeVisible();
    expect(figures.getByRole('link', { name: /^Calls/ }).element().textContent).toBe(text);
  },
);

test('keep focus on the period while the billing cycle loads', async () => {
  const release = Promise.withResolvers<void>();
  service.answer(appRoutes.getBillingOverview, async () => {
    await release.promise;
    return billing;
  });
  await open();
  await page.getByRole('radio', { name: '90 days' }).click();
  await userEvent.keyboard('{ArrowRight}');
  const cycle = page.getByRole('radio', { name: 'Billing cycle' });
  await expect.element(page.getByRole('status', { name: 'Loading insights' })).toBeInTheDocument();
  await expect.element(cycle).toHaveFocus();
  release.resolve();
  await expect.element(figures).toBeVisible();
  await expect.element(cycle).toHaveFocus();
});

test('offer other filters if the figures cannot be loaded', async () => {
  service.answer(v1Routes.getCallInsights, ({ query: { agent } }) => {
    if (agent === 'agt_1') throw new Problem('agent_not_found', 'There is no such agent.');
    return sampleInsights;
  });
  const goTo = await open();
  goTo('/insights?agent=agt_1');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await select(/^Agent ?: /, 'Renewals');
  await expect.element(figures).toBeVisible();
});

test('a workspace without a billing cycle shows the last 30 days in its place', async () => {
  service.answer(appRoutes.getBillingOverview, () => ({ ...billing, usage: null }));
  setInsightRange('cycle');
  await open();
  await expect.element(figures).toBeVisible();
  await expect.element(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Billing cycle' })).not.toBeInTheDocument();
});

test('say that a comparison could not be loaded, and load it again', async () => {
  let isBroken = true;
  service.answer(v1Routes.getCallInsights, ({ query: { agent } }) => {
    if (agent === 'agt_2' && isBroken) throw new Problem('internal', 'The service failed.');
    return sampleInsights;
  });
  await open();
  await select('Compare with', 'Renewals');
  const alert = page.getByRole('alert').filter({ hasText: 'The comparison could not be loaded.' });
  await expect.element(alert).toBeVisible();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Compared with Renewals')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('keep their filters for the next visit', async () => {
  const goTo = await open();
  goTo('/insights?from=2026-03-02&to=2026-03-08&compare=previous');
  await expect.element(page.getByLabelText('From', { exact: true })).toBeVisible();
  expect(useInsightsStore.getState().search).toMatchObject({ from: '2026-03-02', compare: 'previous' });
});
