import { windowWorkspaceHeader } from '../../../shared/window/window-session.ts';

/** The id of the workspace whose data the page has; null for none, undefined while it is not known or this window changes it. */
let shownId: string | null | undefined;

let discardData: () => void = () => {};

/** `discard` removes the data of a workspace from the page when another window has opened another one. */
export function setUpShownWorkspace(discard: () => void): void {
  discardData = discard;
}

/** This window opens another workspace, and removes the data itself. */
export function expectOtherWorkspace(): void {
  shownId = undefined;
}

/** Call it with each session before the page uses it. */
export function noticeWorkspace(id: typeof shownId): void {
  const isOther = shownId !== undefined && shownId !== id;
  shownId = id;
  if (isOther) discardData();
}

export function getShownWorkspace(): typeof shownId {
  return shownId;
}

/** Lets the service refuse changes of a page whose workspace is not open any more. */
export function addShownWorkspace(init: RequestInit): RequestInit {
  if (typeof shownId !== 'string') return init;
  const headers = new Headers(init.headers);
  headers.set(windowWorkspaceHeader, shownId);
  return { ...init, headers };
}
