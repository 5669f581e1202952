import { useLayoutEffect } from 'react';
import { narrowWindow } from './use-sidebar-state.ts';
import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import type { SavedFrame } from './saved-frame.ts';
import { SidebarLayout } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';

/** The frame without data, as it was last shown, until the service has answered. Its links work. */
export function OpeningFrame({ sidebar }: { readonly sidebar: SavedFrame }) {
  const isWindowNarrow = useMediaQuery(narrowWindow);
  const isCollapsed = isWindowNarrow || sidebar === 'collapsed';
  useLayoutEffect(() => returnFocusToLink, []);
  const name = (
    <div className={isCollapsed ? 'mx-1.5 size-6 rounded-control bg-well' : 'mx-2 h-2.5 w-28 rounded-full bg-well'} />
  );
  return (
    <div className="flex h-full">
      <SidebarLayout isCollapsed={isCollapsed} header={name} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TitleBar />
        <main aria-busy="true" className="min-h-0 flex-1">
          <p role="status" className="sr-only">
            Opening…
          </p>
        </main>
      </div>
    </div>
  );
}

/** The link that has the focus is replaced by the one of the frame. */
function returnFocusToLink(): void {
  const address = document.activeElement?.getAttribute('href');
  if (!address) return;
  const isSame = (link: Element) => link.getAttribute('href') === address;
  requestAnimationFrame(() => [...document.querySelectorAll<HTMLElement>('nav a')].find(isSame)?.focus());
}
