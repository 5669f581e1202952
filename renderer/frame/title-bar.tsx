import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServiceChip } from './service-chip.tsx';

/** The view's name, and the state of the whole; the window is dragged by it. */
export function TitleBar() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? 'Switchboard';
  useEffect(() => {
    document.title = title === 'Switchboard' ? title : `${title} · Switchboard`;
  }, [title]);
  return (
    <header className="drag-region pad-window-controls flex h-12 shrink-0 items-center justify-between border-b border-line pl-6">
      <h1 className="text-title">{title}</h1>
      <ServiceChip />
    </header>
  );
}
