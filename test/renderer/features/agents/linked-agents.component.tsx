import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AgentPanel } from '../../../../renderer/features/agents/agent-panel.tsx';
import { AgentTable } from '../../../../renderer/features/agents/agent-table.tsx';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { commands } from '../../../../shared/window/commands.ts';
import { noCapabilities } from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const agent: AgentRecord = {
  agent_id: 'agt_1',
  name: 'Ferry reminders',
  objective: '',
  status: 'active',
  placeholders: ['first_name', 'ferry'],
  audience: '',
  greeting: '',
  voice: 'slt',
  created_at: '2026-03-01T09:00:00.000Z',
  call_count: 0,
  last_call_at: null,
};

let service: FakeService;

beforeEach(() => {
  service = startFakeService();
});

const render = async (component: ReactNode, agentList: boolean, agentVersions = false) => {
  service.answer(appRoutes.getConnection, () => ({
    connection: {
      base_url: 'https://voice.example',
      org_id: 'org_1',
      key_header: 'Authorization',
      allow_http: false,
      certificate_sha256: null,
      key_hint: '1234',
      role: 'admin' as const,
      capabilities: { ...noCapabilities, agent_list: agentList, agent_versions: agentVersions },
      checked_at: null,
    },
  }));
  await renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      {component}
    </CommandProvider>,
    { workspace: { kind: 'linked' } },
  );
};

test('an agent of a remote shows only what the remote sends', async () => {
  await render(<AgentPanel agent={agent} onClose={() => {}} />, true);
  const panel = page.getByRole('region', { name: 'Ferry reminders' });
  await expect.element(panel).toMatchTextContent('Metadatafirst_name, ferry');
  await expect.element(panel).toMatchTextContent('Calls0');
  await expect.element(panel.getByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
  for (const name of ['Objective', 'Audience', 'Voice', 'Created', 'Greeting'])
    expect(panel.getByText(name, { exact: true }).query(), name).toBeNull();
});

test('an agent offers its definition if the remote reports it', async () => {
  await render(<AgentPanel agent={agent} onClose={() => {}} />, true);
  await expect.element(page.getByText('The remote decides what this agent says, so it is edited there.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show definition' })).not.toBeInTheDocument();
  await render(<AgentPanel agent={agent} onClose={() => {}} />, true, true);
  await expect.element(page.getByRole('button', { name: 'Show definition' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

test('an agent can be archived here if the remote has no list of agents', async () => {
  await render(<AgentPanel agent={agent} onClose={() => {}} />, false);
  await expect.element(page.getByRole('button', { name: 'Archive' })).toBeVisible();
});

test.each([
  [true, 'The remote has no agents yet.'],
  [false, 'The remote has no list of agents. An agent appears here after its first call.'],
])('without agents, and with a list of them on the remote: %s', async (agentList, text) => {
  service.answer(appRoutes.listAgentRecords, () => ({ data: [] }));
  await render(<AgentTable selectedId={null} onOpen={() => {}} />, agentList);
  await expect.element(page.getByText(text)).toBeVisible();
});
