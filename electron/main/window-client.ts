import { createClient, type Client } from '../../shared/contract/client.ts';
import { routeTreePaths } from '../../shared/contract/base-paths.ts';
import type { Service } from '../service/service.ts';
import { windowOrigin } from './scheme.ts';

/** Creates a client of the window's own routes for the main process, with the role of the window. */
export function createWindowClient(service: Service): Client {
  return createClient(routeTreePaths.app, (path, init) => fetchAsWindow(service, path, init));
}

/** Requests a path of the service as the window does. */
export async function fetchAsWindow(service: Service, path: string, init?: RequestInit): Promise<Response> {
  return service.fetch(new Request(new URL(path, windowOrigin), init), 'window');
}
