import { createClient } from '../shared/client.ts';
import { routeTreePaths } from '../shared/contract.ts';

/** The specification's operations, with the role of the open workspace. */
export const v1 = createClient(routeTreePaths.v1);

/** The operations of this program itself. */
export const app = createClient(routeTreePaths.app);
