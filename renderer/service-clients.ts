import { createClient } from '../shared/client.ts';
import { routeTreePaths } from '../shared/contract.ts';

/** Calls the routes of the service specification, with the role of the open workspace. */
export const v1 = createClient(routeTreePaths.v1);

/** Calls the routes that only the window uses. */
export const app = createClient(routeTreePaths.app);
