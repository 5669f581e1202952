import { createClient, parseProblem } from '../shared/client.ts';
import { routeTreePaths } from '../shared/contract.ts';
import { addWindowSecret } from './session/window-session.ts';

const send = (url: string, init: RequestInit) => fetch(url, addWindowSecret(init));

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
