import { expect, test } from 'vitest';
import type { Session } from '../../../../renderer/data/session/session-query.ts';
import { agentEditorPalette } from '../../../../renderer/features/agent-editor/agent-editor-palette.ts';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';

const agent: AgentRecord = {
  agent_id: 'agt_1',
  name: 'Berth reminders',
  objective: '',
  status: 'active',
  placeholders: [],
  audience: '',
  greeting: '',
  voice: 'slt',
  created_at: '2026-03-01T09:00:00.000Z',
  call_count: 0,
  last_call_at: null,
};

function listLabels(kind: Workspace['kind'], role: Role = 'manager'): readonly string[] {
  const session: Session = {
    version: '1.0.0',
    workspace: {
      workspace_id: 'wsp_1',
      name: 'Harbour Office',
      kind,
      created_at: '2026-01-05T09:00:00.000Z',
      error: null,
      remote_host: null,
      is_readable: true,
      is_read_only: false,
    },
    org_id: 'org_1',
    role,
    highest_role: role,
    member: null,
    asks_for_member: false,
  };
  const query = agentEditorPalette.createQuery?.({ session, navigate: async () => {}, editedAgentId: null });
  const entries: readonly { readonly label: string }[] = query?.select?.([agent]) ?? [];
  return entries.map(({ label }) => label);
}

test.each(['local', 'demo'] as const)('the palette opens the editor of an agent in a %s workspace', (kind) => {
  expect(listLabels(kind)).toEqual(['Edit Berth reminders']);
});

test('the palette edits no agent of a remote, and none for a role that cannot change agents', () => {
  expect(listLabels('linked')).toEqual([]);
  expect(listLabels('local', 'viewer')).toEqual([]);
});
