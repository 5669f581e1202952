import { expect, it } from 'vitest';
import type { AgentRecord } from '../../../../shared/agents.ts';
import { findDefaultAgent } from '../../../../renderer/calls/place-call/find-default-agent.ts';

const agentOf = (agent_id: string): AgentRecord => ({
  agent_id,
  name: agent_id,
  objective: '',
  audience: '',
  greeting: '',
  placeholders: [],
  status: 'active',
  voice: 'slt',
  created_at: '2026-03-01T09:00:00.000Z',
  call_count: 0,
  last_call_at: null,
});

const active = ['welcome', 'renewals'].map(agentOf);

it('offers the agent that called last, passing over those that cannot call any more', () => {
  expect(findDefaultAgent(active, [{ agent_id: 'archived' }, { agent_id: 'renewals' }])?.agent_id).toBe('renewals');
});

it('offers the first agent where none has called, and nobody where there is none', () => {
  expect(findDefaultAgent(active, [])?.agent_id).toBe('welcome');
  expect(findDefaultAgent([], [{ agent_id: 'archived' }])).toBeUndefined();
});
