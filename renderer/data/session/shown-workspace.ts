import { createStore } from 'zustand';
import { windowWorkspaceHeader } from '../../../shared/window/window-session.ts';

/** The ID of a workspace; null for none, undefined while it is not known or this window changes it. */
type ShownId = string | null | undefined;

type ShownWorkspace = {
  /** The workspace whose data the page has. */
  readonly id: ShownId;
  readonly discardData: () => void;
};

const shownWorkspace = createStore<ShownWorkspace>(() => ({ id: undefined, discardData: () => {} }));

/** `discardData` removes the data of a workspace from the page when another window has opened another one. */
export function setUpShownWorkspace(discardData: () => void): void {
  shownWorkspace.setState({ discardData });
}

/** This window opens another workspace, and removes the data itself. */
export function expectOtherWorkspace(): void {
  shownWorkspace.setState({ id: undefined });
}

/** Call it with each session before the page uses it. */
export function noticeWorkspace(id: ShownId): void {
  const { id: previousId, discardData } = shownWorkspace.getState();
  shownWorkspace.setState({ id });
  if (previousId !== undefined && previousId !== id) discardData();
}

export function getShownWorkspace(): ShownId {
  return shownWorkspace.getState().id;
}

/** Lets the service refuse changes of a page whose workspace is not open any more. */
export function addShownWorkspace(init: RequestInit): RequestInit {
  const id = getShownWorkspace();
  if (typeof id !== 'string') return init;
  const headers = new Headers(init.headers);
  headers.set(windowWorkspaceHeader, id);
  return { ...init, headers };
}
