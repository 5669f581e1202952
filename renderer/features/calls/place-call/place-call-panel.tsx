import { useQuery } from '@tanstack/react-query';
import { Drama, PhoneOutgoing } from 'lucide-react';
import { useRef } from 'react';
import { formatError } from '../../../format/format-error.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/dialogs/panel.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { agentsQuery } from '../../agents/public.ts';
import { PlaceCallForm } from './place-call-form.tsx';
import { closePlaceCallPanel } from './place-call-store.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';

/** The side panel beside the list that places a call. */
export function PlaceCallPanel() {
  const agents = useQuery(agentsQuery);
  const isRemote = useIsLinked();
  const opener = useRef(document.activeElement);
  const close = () => {
    closePlaceCallPanel();
    const { current } = opener;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus();
    else document.querySelector<HTMLElement>('#content')?.focus();
  };
  return (
    <Panel
      title="Place a call"
      subtitle={
        <span className="flex items-center gap-1.5">
          {isRemote ? (
            <PhoneOutgoing aria-hidden size={14} className="shrink-0" />
          ) : (
            <Drama aria-hidden size={14} className="shrink-0" />
          )}
          {isRemote ? 'Real call through the remote' : 'Simulated · no real call will be placed'}
        </span>
      }
      onClose={close}
    >
      {agents.data ? (
        <PlaceCallForm agents={agents.data} />
      ) : agents.isError ? (
        <ErrorState
          title="Agents could not be loaded"
          detail={formatError(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      ) : (
        <TextSkeleton label="Loading agents" />
      )}
    </Panel>
  );
}
