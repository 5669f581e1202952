import { v1Routes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from './route-tree.ts';
import { buildOpenApiDocument } from './openapi.ts';

/** The served contract; anyone may read it, it holds nothing of the organization. */
export function addOpenApiRoute(tree: RouteTree): void {
  let document: ReturnType<typeof buildOpenApiDocument> | undefined;
  bindRoute(tree, v1Routes.getOpenApiDocument, () => ({ body: (document ??= buildOpenApiDocument()) }));
}
