import { createClient, parseProblem } from '../../shared/contract/client.ts';
import { routeTreePaths } from '../../shared/contract/contract.ts';
import { problemTypes } from '../../shared/contract/problems.ts';
import { addShownWorkspace } from './session/shown-workspace.ts';
import { addWindowSecret } from './session/window-session.ts';
import { setWindowLocked } from './session/lock-state.ts';

const send = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, addShownWorkspace(addWindowSecret(init)));
  if (response.status === problemTypes.locked.status) setWindowLocked();
  return response;
};

/** Calls the routes of the service specification, with the role of the open workspace. */
export const v1 = createClient(routeTreePaths.v1, send);

/** Calls the routes that only the window uses. */
export const app = createClient(routeTreePaths.app, send);

/** Fetches the file at a signed URL. Throws a Problem for an error response. */
export async function fetchSignedFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw await parseProblem(response);
  return response;
}
