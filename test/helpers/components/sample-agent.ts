import { createDefinition, type AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';

export function createSampleDefinition(changes: Partial<AgentDefinition> = {}): AgentDefinition {
  return {
    ...createDefinition({
      name: 'Berth reminders',
      greeting: 'Hi {first_name}, this is the harbour office.',
      objective: 'Remind skippers of the berth that ends soon',
      voice: 'slt',
    }),
    ...changes,
  };
}

/** An agent that is published in version 1, without a draft. */
export function createSampleAgent(changes: Partial<AgentDetails> = {}): AgentDetails {
  return {
    agent_id: 'agt_1',
    name: 'Berth reminders',
    objective: 'Remind skippers of the berth that ends soon',
    status: 'active',
    placeholders: ['first_name'],
    published_version: 1,
    definition: createSampleDefinition(),
    draft: null,
    ...changes,
  };
}

export function createSampleDraft(definition: AgentDefinition, revision = 1): AgentDetails['draft'] {
  return {
    definition,
    revision,
    base_version: 1,
    saved_at: '2026-03-12T10:00:00.000Z',
    author: null,
    restored_from: null,
  };
}
