import { expect, test } from 'vitest';
import { demoAgents } from '../../electron/service/workspaces/demo/demo-organization.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { fillGreeting } from '../../shared/agents/greeting.ts';
import { startCallService } from '../helpers/service/start-call-service.ts';
import { startService } from '../helpers/service/start-service.ts';

test('a new workspace has an agent that greets with or without a name', async () => {
  const service = await startCallService();
  const { data } = await service.app(appRoutes.listAgentRecords, {});
  expect(data).toMatchObject([{ name: 'Front desk', status: 'active', placeholders: ['first_name'] }]);
  const greeting = data[0]?.greeting ?? '';
  expect(fillGreeting(greeting, { first_name: 'Wilhelmina' })).toMatch(/^Hi Wilhelmina, /);
  expect(fillGreeting(greeting, {})).toMatch(/^Hi, /);
  await service.stop();
});

test('lists the agents of the demo by page, newest first', async () => {
  const started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const names = demoAgents.map(({ name }) => name).toReversed();
  const { data } = await started.app(appRoutes.listAgentRecords, {});
  expect(data.map(({ name }) => name)).toEqual(names);
  const first = await started.v1(v1Routes.listAgents, { query: { limit: 2 } });
  expect(first.data.map(({ name }) => name)).toEqual(names.slice(0, 2));
  expect(first.data[0]?.placeholders).toContain('first_name');
  const second = await started.v1(v1Routes.listAgents, { query: { limit: 2, cursor: first.next_cursor ?? '' } });
  expect(second.data.map(({ name }) => name)).toEqual(names.slice(2));
  expect(second.next_cursor).toBeNull();
  await started.stop();
});
