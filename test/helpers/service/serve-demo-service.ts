import { startHttpServer } from '../../../electron/host/http-server.ts';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { routeTreePaths } from '../../../shared/contract/contract.ts';
import { startDemoService, type DemoKeys } from '../data/demo-keys.ts';
import type { StartedService } from './start-service.ts';

export type ServedService = StartedService & DemoKeys & { readonly origin: string; readonly baseUrl: string };

/** Starts the service with the demo on a loopback port of this process, for a workspace to link to. */
export async function serveDemoService(options: Partial<ServiceOptions> = {}): Promise<ServedService> {
  const started = await startDemoService(options);
  const server = await startHttpServer({
    port: 0,
    staticFiles: () => Promise.resolve(undefined),
    fetch: (request, caller) => started.service.fetch(request, caller),
  });
  return {
    ...started,
    origin: server.origin,
    baseUrl: `${server.origin}${routeTreePaths.v1}`,
    stop: async () => {
      await server.close();
      await started.stop();
    },
  };
}
