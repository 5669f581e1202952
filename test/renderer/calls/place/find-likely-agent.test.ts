import { expect, it } from 'vitest';
import type { AgentRecord } from '../../../../shared/agents.ts';
import { findLikelyAgent } from '../../../../renderer/calls/place/find-likely-agent.ts';

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
  calls: 0,
  last_call_at: null,
});

const active = ['welcome', 'renewals'].map(agentOf);

it('offers the agent that called last, passing over those that cannot call any more', () => {
  expect(findLikelyAgent(active, [{ agent_id: 'retired' }, { agent_id: 'renewals' }])?.agent_id).toBe('renewals');
});

it('offers the first agent where none has called, and nobody where there is none', () => {
  expect(findLikelyAgent(active, [])?.agent_id).toBe('welcome');
  expect(findLikelyAgent([], [{ agent_id: 'retired' }])).toBeUndefined();
});
