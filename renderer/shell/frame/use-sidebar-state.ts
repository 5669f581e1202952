import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import { useSettings } from '../../data/settings-query.ts';

export type SidebarState = {
  readonly isCollapsed: boolean;
  /** The window is too narrow for an expanded sidebar, for example at 200% zoom. The setting is kept. */
  readonly isWindowNarrow: boolean;
};

/** A window in which the sidebar is always collapsed. */
export const narrowWindow = '(max-width: 799px)';

export function useSidebarState(): SidebarState {
  const isWindowNarrow = useMediaQuery(narrowWindow);
  const { sidebar } = useSettings();
  return { isCollapsed: isWindowNarrow || sidebar === 'collapsed', isWindowNarrow };
}
