import { Archive, ArchiveRestore, PhoneOutgoing } from 'lucide-react';
import { useState } from 'react';
import type { AgentRecord } from '../../shared/agents.ts';
import { appRoutes } from '../../shared/contract.ts';
import { fillGreeting } from '../../shared/greeting.ts';
import { useCommand } from '../commands/command-context.tsx';
import { formatCount } from '../format/format-number.ts';
import { tellError } from '../format/tell-error.ts';
import { app } from '../service.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Panel } from '../ui/panel.tsx';
import { Time } from '../ui/time.tsx';
import { tellFailure } from '../ui/toasts.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { AgentStatus } from './agent-columns.tsx';
import { readAgentsAgain } from './agents-cache.ts';
import { Fact, Facts } from './facts.tsx';
import { LongText } from './long-text.tsx';
import { usePlaceWith } from './use-place-with.ts';
import { voiceNames } from './voice-names.ts';

type AgentPanelProps = { readonly agent: AgentRecord; readonly onClose: () => void };

/** One agent: what it is for, how it begins, and whether it may call. */
export function AgentPanel({ agent, onClose }: AgentPanelProps) {
  const place = useCommand('place-call');
  const placeWith = usePlaceWith();
  const changeUnavailable = usePermission(appRoutes.changeAgent);
  const [isRetiring, setRetiring] = useState(false);
  const [isBusy, run] = useBusy();
  const isActive = agent.status === 'active';
  return (
    <Panel title={agent.name} subtitle={<AgentStatus status={agent.status} />} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 pt-2 pb-4">
        <Facts>
          <Fact label="Objective">
            <LongText text={agent.objective} />
          </Fact>
          <Fact label="Audience">{agent.audience || 'Not said'}</Fact>
          <Fact label="Voice">{voiceNames[agent.voice]}</Fact>
          <Fact label="Calls">
            {formatCount(agent.calls, 'call')}
            {agent.last_call_at !== null && (
              <>
                , the last <Time at={agent.last_call_at} />
              </>
            )}
          </Fact>
          <Fact label="Here since">
            <Time at={agent.created_at} />
          </Fact>
        </Facts>
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
              look="primary"
              size="large"
              icon={<PhoneOutgoing aria-hidden size={15} />}
              unavailable={place.unavailable}
              onClick={() => placeWith(agent)}
              className="flex-1"
            >
              Place a call
            </Button>
            <Button
              size="large"
              icon={<Archive aria-hidden size={15} />}
              unavailable={changeUnavailable}
              onClick={() => setRetiring(true)}
            >
              Retire
            </Button>
          </>
        ) : (
          <Button
            size="large"
            icon={<ArchiveRestore aria-hidden size={15} />}
            unavailable={changeUnavailable}
            aria-busy={isBusy}
            onClick={() => void run(() => setStatus(agent, 'active'))}
            className="flex-1"
          >
            Take back
          </Button>
        )}
      </footer>
      {isRetiring && (
        <Confirm
          title="Retire agent"
          deed="Retire agent"
          safe="Keep"
          onConfirm={() => setStatus(agent, 'retired')}
          onClose={() => setRetiring(false)}
        >
          <p>
            <strong className="font-medium text-ink">{agent.name}</strong> places no more calls. What it did is kept,
            and it can be taken back.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}

/** Resolves when the agent is shown as it is then. */
async function setStatus({ agent_id, name }: AgentRecord, status: AgentRecord['status']): Promise<void> {
  try {
    await app(appRoutes.changeAgent, { params: { agent_id }, json: { status } });
  } catch (error) {
    tellFailure(`“${name}” was not ${status === 'active' ? 'taken back' : 'retired'}`, tellError(error));
  }
  await readAgentsAgain();
}
