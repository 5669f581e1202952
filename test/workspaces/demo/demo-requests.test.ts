import { expect, test } from 'vitest';
import { demoRequests } from '../../../electron/service/workspaces/demo/demo-requests.ts';
import { checkRequestDraft } from '../../../renderer/features/agent-requests/request-form/check-request-draft.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { agentRequestStatuses } from '../../../shared/agents/agent-request-status.ts';
import { findUatDateChanges } from '../../../shared/agents/uat-date-changes.ts';
import { startService } from '../../helpers/service/start-service.ts';

test('the demo has build requests in every status, with matching histories', async () => {
  const started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { data } = await started.app(appRoutes.listAgentRequestRecords, {});
  const { data: agents } = await started.app(appRoutes.listAgentRecords, {});
  const { data: moves } = await started.app(appRoutes.listActivityEntries, {
    query: { operation: 'moveAgentRequest' },
  });
  await started.stop();
  expect(moves[0]?.subject_label, 'the activity names the new status').toBe('Outage notices → UAT');
  expect(data.map(({ name }) => name)).toEqual(demoRequests.map(({ name }) => name).toReversed());
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(agentRequestStatuses));
  for (const { name, status, events, created_at, assigned_engineer, estimated_uat_date, agent_id } of data) {
    const times = events.map(({ at }) => at);
    expect(times, name).toEqual(times.toSorted());
    expect(times[0]).toBe(created_at);
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThan(Date.now());
    const working = times.map((at) => new Date(at)).filter((day) => Date.now() - day.getTime() > 2 * dayMs);
    for (const day of working) expect([1, 2, 3, 4, 5], `${name}, ${day.toString()}`).toContain(day.getDay());
    expect(events.findLast((step) => step.kind === 'status')?.status).toBe(status);
    expect(events.findLast((step) => step.kind === 'engineer')?.engineer ?? null).toBe(assigned_engineer);
    expect(events.findLast((step) => step.kind === 'uat_date')?.date ?? null).toBe(estimated_uat_date);
    expect(agent_id !== null).toBe(status === 'delivered');
    const agent = agents.find((one) => one.agent_id === agent_id);
    if (agent_id !== null) expect(agent).toMatchObject({ name, created_at: times.at(-1) });
  }
  expect(data.some(({ events }) => (findUatDateChanges(events)?.changeCount ?? 0) >= 3)).toBe(true);
});

test('the demo has complete and incomplete briefs', () => {
  const covered = demoRequests.map(
    ({ objective, audience }) =>
      checkRequestDraft({ objective, target_audience: audience }).filter(({ isCovered }) => isCovered).length,
  );
  expect(Math.max(...covered)).toBe(7);
  expect(Math.min(...covered)).toBeLessThan(4);
});
