import { useEffect, useRef } from 'react';

/**
 * Focuses the view when another workspace is shown and nothing has the focus, because the focused control is gone. Does
 * nothing for the first workspace after the page is loaded. `workspaceId` is null while no workspace is open, and undefined while that is unknown.
 */
export function useContentFocus(workspaceId: string | null | undefined): void {
  const previousId = useRef<string | null>(undefined);
  useEffect(() => {
    const hasChanged = previousId.current !== undefined && previousId.current !== workspaceId;
    if (workspaceId !== undefined) previousId.current = workspaceId;
    if (hasChanged && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  }, [workspaceId]);
}
