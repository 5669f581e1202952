import { useQuery } from '@tanstack/react-query';
import { Drama } from 'lucide-react';
import { useRef } from 'react';
import { tellError } from '../../format/tell-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextSkeleton } from '../../ui/text-skeleton.tsx';
import { agentsQuery } from '../calls-cache.ts';
import { PlaceForm } from './place-form.tsx';
import { closePlacing } from './place-store.ts';

/** Places a call, beside the list. */
export function PlacePanel() {
  const agents = useQuery(agentsQuery);
  const opener = useRef(document.activeElement);
  const close = () => {
    closePlacing();
    const { current } = opener;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus();
    else document.querySelector<HTMLElement>('#content')?.focus();
  };
  return (
    <Panel
      title="Place a call"
      subtitle={
        <span className="flex items-center gap-1.5">
          <Drama aria-hidden size={14} className="shrink-0" />A rehearsal: nobody is dialled
        </span>
      }
      onClose={close}
    >
      {agents.data ? (
        <PlaceForm agents={agents.data} />
      ) : agents.isError ? (
        <Failure
          title="The agents could not be listed"
          detail={tellError(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      ) : (
        <TextSkeleton label="Loading agents" />
      )}
    </Panel>
  );
}
