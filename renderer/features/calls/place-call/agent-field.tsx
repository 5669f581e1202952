import { limits } from '../../../../shared/contract/limits.ts';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { toPlainToken } from '../../../../shared/text/plain-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { CallDraft } from './call-draft.ts';

type AgentFieldProps = {
  readonly draft: CallDraft;
  readonly activeAgents: readonly AgentRecord[];
  /** False for a remote that cannot list its agents: the user types their IDs. */
  readonly hasList: boolean;
  readonly error: string | undefined;
  readonly onSelect: (agent: AgentRecord) => void;
  readonly onChange: (change: Partial<CallDraft>) => void;
};

/** The agent that calls. */
export function AgentField({ draft, activeAgents, hasList, error, onSelect, onChange }: AgentFieldProps) {
  const agent = activeAgents.find(({ agent_id }) => agent_id === draft.agentId);
  if (!hasList)
    return (
      <Field
        label="Agent ID"
        value={agent?.name ?? draft.remoteAgentId}
        error={
          error === undefined ? null : toPlainToken(draft.remoteAgentId) === '' ? 'Enter the ID of an agent.' : error
        }
        hint="The remote has no list of agents. Copy the ID from the remote’s own console."
        maxLength={limits.idLength}
        autoComplete="off"
        onChange={(event) => onChange({ agentId: null, remoteAgentId: event.target.value })}
      />
    );
  return (
    <Select
      label="Agent"
      value={agent?.agent_id ?? null}
      options={activeAgents.map(({ agent_id, name, objective }) => ({ value: agent_id, label: name, hint: objective }))}
      placeholder={activeAgents.length === 0 ? 'No active agents' : 'Select an agent'}
      hint={agent?.objective}
      error={error}
      onChange={(id) => {
        const selected = activeAgents.find(({ agent_id }) => agent_id === id);
        if (selected) onSelect(selected);
      }}
    />
  );
}
