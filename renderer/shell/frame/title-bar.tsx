import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useCallsStore } from '../../features/calls/public.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import { Kbd } from '../../ui/buttons/kbd.tsx';

/** Shows the title of the view, and controls at its end. The user can drag the window by it. */
export function TitleBar({ children }: { readonly children?: ReactNode }) {
  const view = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const callTitle = useCallsStore((state) => state.openTitle);
  const title = (view?.isCallDetail ? callTitle : null) ?? view?.title ?? 'Switchboard';
  useEffect(() => {
    document.title = title === 'Switchboard' ? title : `${title} · Switchboard`;
  }, [title]);
  return (
    <header className="drag-region pad-window-controls flex h-12 shrink-0 items-center justify-between gap-4 border-b border-line pl-6">
      <div className="flex min-w-24 items-center gap-1">
        {view?.isBelowCalls && <BackToCallsLink shortcut={view.isCallDetail ? 'Esc' : null} />}
        <h1 className="max-w-[45vw] min-w-0 truncate text-title">{title}</h1>
      </div>
      <div className="flex min-w-0 items-center gap-4">{children}</div>
    </header>
  );
}

/** Links to the list of calls with its last filters. */
function BackToCallsLink({ shortcut }: { readonly shortcut: string | null }) {
  const search = useCallsStore((state) => state.search);
  const link = (
    <Link
      to="/calls"
      search={search}
      aria-label="Back to calls"
      activeOptions={{ exact: true }}
      className="-ml-1.5 rounded-control px-1.5 text-title font-normal text-muted hover:bg-highlight hover:text-ink"
    >
      Calls
    </Link>
  );
  return (
    <>
      {shortcut === null ? link : <Tooltip content={<Kbd keys={shortcut} />}>{link}</Tooltip>}
      <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
    </>
  );
}
