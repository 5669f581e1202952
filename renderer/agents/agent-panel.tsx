import { Archive, ArchiveRestore, PhoneOutgoing } from 'lucide-react';
import { useState } from 'react';
import type { AgentRecord } from '../../shared/agents.ts';
import { appRoutes } from '../../shared/contract.ts';
import { fillGreeting } from '../../shared/greeting.ts';
import { useCommand } from '../commands/command-context.tsx';
import { formatCount } from '../format/format-number.ts';
import { app } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { AgentStatusBadge } from './agent-columns.tsx';
import { refetchAgents } from './agents-query.ts';
import { Detail, DetailList } from '../ui/detail-list.tsx';
import { ExpandableText } from './expandable-text.tsx';
import { usePlaceCallWithAgent } from './use-place-call-with-agent.ts';
import { voiceNames } from './voice-names.ts';
import { showRequestError } from '../live/show-request-error.ts';

type AgentPanelProps = { readonly agent: AgentRecord; readonly onClose: () => void };

/** One agent: its objective, greeting and status. */
export function AgentPanel({ agent, onClose }: AgentPanelProps) {
  const { disabledReason: placeDisabledReason } = useCommand('place-call');
  const placeCall = usePlaceCallWithAgent();
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgent);
  const [isArchiving, setArchiving] = useState(false);
  const [isBusy, run] = useBusy();
  const isActive = agent.status === 'active';
  return (
    <Panel title={agent.name} subtitle={<AgentStatusBadge status={agent.status} />} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 pt-2 pb-4">
        <DetailList>
          <Detail label="Objective">
            <ExpandableText text={agent.objective} />
          </Detail>
          <Detail label="Audience">{agent.audience || 'Not specified'}</Detail>
          <Detail label="Voice">{voiceNames[agent.voice]}</Detail>
          <Detail label="Calls">
            {formatCount(agent.call_count, 'call')}
            {agent.last_call_at !== null && (
              <>
                , last <RelativeTime at={agent.last_call_at} />
              </>
            )}
          </Detail>
          <Detail label="Created">
            <RelativeTime at={agent.created_at} />
          </Detail>
        </DetailList>
        <section className="flex flex-col gap-1">
          <h3 className="font-medium!">Greeting</h3>
          <blockquote className="border-l-2 border-accent pl-3 break-words">{agent.greeting}</blockquote>
          {agent.placeholders.length > 0 && (
            <p className="text-small text-muted">Without metadata: “{fillGreeting(agent.greeting, {})}”</p>
          )}
        </section>
      </div>
      <footer className="flex gap-2 border-t border-line px-4 py-3">
        {isActive ? (
          <>
            <Button
              variant="primary"
              size="large"
              icon={<PhoneOutgoing aria-hidden size={15} />}
              disabledReason={placeDisabledReason}
              onClick={() => placeCall(agent)}
              className="flex-1"
            >
              Place a call
            </Button>
            <Button
              size="large"
              icon={<Archive aria-hidden size={15} />}
              disabledReason={changeDisabledReason}
              onClick={() => setArchiving(true)}
            >
              Archive
            </Button>
          </>
        ) : (
          <Button
            size="large"
            icon={<ArchiveRestore aria-hidden size={15} />}
            disabledReason={changeDisabledReason}
            aria-busy={isBusy}
            onClick={() => void run(() => changeAgentStatus(agent, 'active'))}
            className="flex-1"
          >
            Restore
          </Button>
        )}
      </footer>
      {isArchiving && (
        <ConfirmDialog
          title="Archive agent"
          confirmLabel="Archive agent"
          onConfirm={() => changeAgentStatus(agent, 'archived')}
          onClose={() => setArchiving(false)}
        >
          <p>
            <strong className="font-medium text-ink">{agent.name}</strong> can’t place calls while it is archived. Its
            calls are kept, and you can restore it at any time.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
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
