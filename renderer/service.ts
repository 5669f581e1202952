import { createClient } from '../shared/client.ts';
import { trees } from '../shared/contract.ts';

/** The specification's operations, with the role of the open workspace. */
export const v1 = createClient(trees.v1);

/** The operations of this program itself. */
export const app = createClient(trees.app);
