import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, FileText, PenLine, PhoneOutgoing } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { useCapabilities } from '../connection/public.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { useIsLinked } from '../../data/session/session-query.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { refetchAgents } from './agents-query.ts';

type AgentActions = {
  readonly placeCall: RowAction;
  /** Opens the editor, or what it says for a role that cannot change it. Null if the remote does not report it. */
  readonly edit: RowAction | null;
  /** Archives or restores it. Null if the remote's list decides whether it is archived. */
  readonly change: RowAction | null;
};

/** Returns the actions of an agent, and the dialog that asks before one of them. */
export function useAgentActions() {
  const { disabledReason: placeDisabledReason } = useCommand('place-call');
  const navigate = useNavigate();
  const capabilities = useCapabilities();
  const isListedByRemote = capabilities?.agent_list ?? false;
  const archivedReason = isListedByRemote
    ? 'The remote has archived this agent.'
    : 'This agent is archived. Restore it first.';
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgent);
  const isLinked = useIsLinked();
  const canEdit = useMissingPermission(v1Routes.saveAgentDraft) === null && !isLinked;
  const hasDefinition = !isLinked || capabilities?.agent_versions === true;
  const [archiving, setArchiving] = useState<AgentRecord | null>(null);
  const [isRestoring, run] = useBusy();
  const createPlaceCallAction = useCallback(
    (agent: AgentRecord): RowAction => ({
      label: 'Place a call',
      icon: PhoneOutgoing,
      disabledReason: agent.status === 'archived' ? archivedReason : placeDisabledReason,
      run: () => void navigate({ to: '/calls', search: { placeCallWith: agent.agent_id } }),
    }),
    [placeDisabledReason, navigate, archivedReason],
  );
  const getActions = (agent: AgentRecord): AgentActions => ({
    placeCall: createPlaceCallAction(agent),
    edit: !hasDefinition
      ? null
      : {
          label: canEdit ? 'Edit' : 'Show definition',
          icon: canEdit ? PenLine : FileText,
          run: () => void navigate({ to: '/agents/$agentId', params: { agentId: agent.agent_id }, search: {} }),
        },
    change: isListedByRemote
      ? null
      : agent.status === 'active'
        ? { label: 'Archive', icon: Archive, disabledReason: changeDisabledReason, run: () => setArchiving(agent) }
        : {
            label: 'Restore',
            icon: ArchiveRestore,
            disabledReason: changeDisabledReason,
            run: () => void run(() => changeAgentStatus(agent, 'active')),
          },
  });
  const dialog = archiving && (
    <ConfirmDialog
      title="Archive agent"
      onConfirm={() => changeAgentStatus(archiving, 'archived')}
      onClose={() => setArchiving(null)}
    >
      <p>
        <strong className="font-medium text-ink">{archiving.name}</strong> can’t place calls while it is archived. Its
        calls are kept, and you can restore it at any time.
      </p>
    </ConfirmDialog>
  );
  return { getActions, createPlaceCallAction, dialog, isRestoring };
}

/** Resolves when the views show the new status. */
async function changeAgentStatus({ agent_id, name }: AgentRecord, status: AgentRecord['status']): Promise<void> {
  try {
    await app(appRoutes.updateAgent, { params: { agent_id }, json: { status } });
  } catch (error) {
    showRequestError(`“${name}” was not ${status === 'active' ? 'restored' : 'archived'}`, error);
  }
  await refetchAgents();
}
