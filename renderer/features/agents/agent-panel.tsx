import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { fillGreeting } from '../../../shared/agents/greeting.ts';
import { formatNumber } from '../../format/format-number.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { AgentStatusBadge } from './agent-columns.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { ExpandableText } from '../../ui/page/expandable-text.tsx';
import { useAgentActions } from './use-agent-actions.tsx';
import { voiceNames } from '../../format/voice-names.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

type AgentPanelProps = { readonly agent: AgentRecord; readonly onClose: () => void };

/** One agent: its objective, greeting and status. The remote of a linked workspace sends less of it. */
export function AgentPanel({ agent, onClose }: AgentPanelProps) {
  const { getActions, dialog, isRestoring } = useAgentActions();
  const { placeCall, edit, change } = getActions(agent);
  const isActive = agent.status === 'active';
  const isLinked = useIsLinked();
  return (
    <Panel title={agent.name} subtitle={<AgentStatusBadge status={agent.status} />} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 pt-2 pb-4">
        <DetailList>
          {agent.objective !== '' && (
            <Detail label="Objective">
              <ExpandableText text={agent.objective} />
            </Detail>
          )}
          {!isLinked && (
            <>
              <Detail label="Audience">{agent.audience || 'Not specified'}</Detail>
              <Detail label="Voice">{voiceNames[agent.voice]}</Detail>
            </>
          )}
          <Detail label="Calls">
            {formatNumber(agent.call_count)}
            {agent.last_call_at !== null && (
              <>
                , last <RelativeTime at={agent.last_call_at} />
              </>
            )}
          </Detail>
          {isLinked && <Detail label="Editing">The remote decides what this agent says, so it is edited there.</Detail>}
          {isLinked ? (
            agent.placeholders.length > 0 && <Detail label="Metadata">{agent.placeholders.join(', ')}</Detail>
          ) : (
            <Detail label="Created">
              <RelativeTime at={agent.created_at} />
            </Detail>
          )}
        </DetailList>
        {!isLinked && <Greeting agent={agent} />}
      </div>
      {(isActive || edit || change) && (
        <PanelFooter>
          {isActive && <ActionButton variant="primary" size="large" action={placeCall} className="flex-1" />}
          {edit && <ActionButton size="large" action={edit} {...(!isActive && { className: 'flex-1' })} />}
          {change && (
            <ActionButton
              size="large"
              action={change}
              aria-busy={isRestoring}
              {...(!isActive && { className: 'flex-1' })}
            />
          )}
        </PanelFooter>
      )}
      {dialog}
    </Panel>
  );
}

function Greeting({ agent: { greeting, placeholders } }: Pick<AgentPanelProps, 'agent'>) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium!">Greeting</h3>
      <blockquote className="border-l-2 border-accent pl-3 break-words">{greeting}</blockquote>
      {placeholders.length > 0 && (
        <p className="text-small text-muted">Without metadata: “{fillGreeting(greeting, {})}”</p>
      )}
    </section>
  );
}
