import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { agentsQuery } from '../../../../renderer/features/agents/agents-query.ts';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { resetCallsStore, setTablePosition, useCallsStore } from '../../../../renderer/features/calls/calls-store.ts';
import {
  resetPlaceCallStore,
  usePlaceCallStore,
} from '../../../../renderer/features/calls/place-call/place-call-store.ts';
import { prepareCallsRoute, getInitialPage } from '../../../../renderer/features/calls/prepare-calls-route.ts';

const sampleAgent: AgentRecord = {
  agent_id: 'agt_1',
  name: 'Front desk',
  status: 'active',
  objective: 'Answer questions.',
  greeting: 'Hello {first_name}.',
  placeholders: ['first_name'],
  voice: 'slt',
  created_at: '2026-03-01T10:00:00.000Z',
  call_count: 0,
  audience: '',
  last_call_at: null,
};

beforeEach(() => {
  resetCallsStore();
  resetPlaceCallStore();
  vi.stubGlobal('fetch', () => new Promise(() => {})); // prefetched responses are irrelevant here
});

it('restores the filters and the position of the list when the user returns', () => {
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({}, 'enter')).toEqual({ status: 'completed' });
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  expect(useCallsStore.getState().tablePosition).toEqual({ scrollTop: 7_200, activeIndex: 205 });
  expect(getInitialPage()).toBe(2);
});

it('applies a different search from the URL and starts at the top', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({ text: 'refund' }, 'enter')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { text: 'refund' }, tablePosition: null });
});

it('clears the filters while the list is open', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  expect(prepareCallsRoute({}, 'stay')).toBeNull();
  expect(useCallsStore.getState().search).toEqual({});
});

it('changes no state when it only preloads', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 36, activeIndex: 1 });
  expect(prepareCallsRoute({ status: 'failed' }, 'preload')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({
    search: { status: 'completed' },
    tablePosition: { activeIndex: 1 },
  });
});

it('opens the panel that places a call, and removes its agent from the address', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  queryClient.setQueryData(agentsQuery.queryKey, [sampleAgent]);
  prepareCallsRoute({ placeCallWith: sampleAgent.agent_id }, 'preload');
  expect(usePlaceCallStore.getState().isOpen).toBe(false);

  expect(prepareCallsRoute({ placeCallWith: sampleAgent.agent_id }, 'enter')).toEqual({ status: 'completed' });
  expect(usePlaceCallStore.getState()).toMatchObject({ isOpen: true, draft: { agentId: sampleAgent.agent_id } });
  expect(prepareCallsRoute({ placeCallWith: 'agt_2', agent: 'agt_2' }, 'stay')).toEqual({ agent: 'agt_2' });
});
