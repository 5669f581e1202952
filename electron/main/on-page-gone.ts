import type { WebContents } from 'electron';

/** Calls the listener when another page replaces that of a window, also after a reload, and when the process of the page ends. */
export function onPageGone(contents: WebContents, listener: () => void): void {
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listener();
  });
  contents.on('render-process-gone', listener);
}
