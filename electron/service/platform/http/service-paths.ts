// Not from contract.ts, whose schemas would delay the window of the application.
import { fileBasePaths, routeTreePaths } from '../../../../shared/contract/base-paths.ts';

const filePaths = Object.values(fileBasePaths);

const serviceBasePaths = [routeTreePaths.v1, routeTreePaths.app, ...filePaths];

/** Returns whether the service answers a path. Every other path is a file of the window. */
export function isServicePath(path: string): boolean {
  return serviceBasePaths.some((base) => path === base || path.startsWith(`${base}/`));
}

/** Patterns such as `^/v1/`, for a server that proxies to the service. */
export const servicePathPatterns: readonly string[] = serviceBasePaths.map((base) => `^${base}/`);

/** Returns the route tree of a service path. */
export function findRouteTree(path: string): keyof typeof routeTreePaths {
  if (path.startsWith(`${routeTreePaths.app}/`)) return 'app';
  return filePaths.some((base) => path.startsWith(`${base}/`)) ? 'files' : 'v1';
}
