import { Link, useMatches, useParams } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useOpenTitleStore } from '../../data/open-title-store.ts';
import { useCallsStore } from '../../features/calls/public.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import { Kbd } from '../../ui/buttons/kbd.tsx';

/** Shows the title of the view, and controls at its end. The user can drag the window by it. */
export function TitleBar({ children }: { readonly children?: ReactNode }) {
  const view = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const openTitle = useOpenTitleStore((state) => state.title);
  const title = openTitle ?? view?.title ?? 'Switchboard';
  useEffect(() => {
    document.title = title === 'Switchboard' ? title : `${title} · Switchboard`;
  }, [title]);
  return (
    <header className="@container drag-region pad-window-controls flex h-12 shrink-0 items-center justify-between gap-4 border-b border-line pl-6">
      <div className="flex min-w-24 items-center gap-1">
        {view?.list && (
          // Without the link, the largest text fits into the smallest window. The sidebar leads to the agents, too.
          <span className={view.list === 'agents' ? 'contents @max-[32rem]:hidden' : 'contents'}>
            {view.list === 'calls' ? <BackToCallsLink shortcut={view.backKey} /> : <BackToAgentsLink />}
            <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
          </span>
        )}
        <h1 className="max-w-[45vw] min-w-0 truncate text-title">{title}</h1>
      </div>
      <div className="flex min-w-0 items-center gap-4">{children}</div>
    </header>
  );
}

const backLinkClass =
  '-ml-1.5 rounded-control px-1.5 text-title font-normal text-muted hover:bg-highlight hover:text-ink';

/** Links to the list of calls with its last filters. */
function BackToCallsLink({ shortcut }: { readonly shortcut: string | undefined }) {
  const search = useCallsStore((state) => state.search);
  const link = (
    <Link
      to="/calls"
      search={search}
      aria-label="Back to calls"
      activeOptions={{ exact: true }}
      className={backLinkClass}
    >
      Calls
    </Link>
  );
  return shortcut === undefined ? link : <Tooltip content={<Kbd keys={shortcut} />}>{link}</Tooltip>;
}

/** Links to the list of agents, with the agent that was open. */
function BackToAgentsLink() {
  const { agentId } = useParams({ strict: false });
  return (
    <Link
      to="/agents"
      search={agentId === undefined ? {} : { agent: agentId }}
      aria-label="Back to agents"
      activeOptions={{ exact: true }}
      className={backLinkClass}
    >
      Agents
    </Link>
  );
}
