import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useCallsStore } from '../calls/calls-store.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { Keys } from '../ui/keys.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ServiceChip } from './service-chip.tsx';

/** The view's name, and the state of the whole; the window is dragged by it. */
export function TitleBar() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? 'Switchboard';
  const isOfCalls = useMatches({ select: (matches) => matches.at(-1)?.staticData.isOfCalls }) ?? false;
  useEffect(() => {
    document.title = title === 'Switchboard' ? title : `${title} · Switchboard`;
  }, [title]);
  return (
    <header className="drag-region pad-window-controls flex h-12 shrink-0 items-center justify-between gap-4 border-b border-line pl-6">
      <div className="flex shrink-0 items-center gap-1">
        {isOfCalls && <WayBack />}
        <h1 className="text-title">{title}</h1>
      </div>
      <div className="flex min-w-0 items-center gap-4">
        <PaletteButton />
        <ServiceChip />
      </div>
    </header>
  );
}

/** To the list of calls, as it was left. */
function WayBack() {
  const search = useCallsStore((state) => state.search);
  return (
    <>
      <Tooltip content={<Keys keys="Esc" />}>
        <Link
          to="/calls"
          search={search}
          aria-label="Calls, back to the list"
          activeOptions={{ exact: true }}
          className="-ml-1.5 rounded-control px-1.5 text-title font-normal text-muted hover:bg-well hover:text-ink"
        >
          Calls
        </Link>
      </Tooltip>
      <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
    </>
  );
}
