import type * as z from 'zod';
import type { ServiceOptions } from '../../electron/service/service.ts';
import { appRoutes } from '../../shared/contract.ts';
import type { placeSimulatedCall } from '../../shared/simulated-calls.ts';
import { startService, type StartedService } from './start-service.ts';

type SimulatedCallInput = Partial<z.input<typeof placeSimulatedCall.json>>;

export type CallService = StartedService & {
  readonly agentId: string;
  /** Places a call that is not a duplicate by number, as the window does; gives its id. */
  readonly placeSimulatedCall: (wanted?: SimulatedCallInput) => Promise<string>;
};

/** The real service with a workspace of its own, whose starter agent can place calls. */
export async function startCallService(options: Partial<ServiceOptions> = {}): Promise<CallService> {
  const started = await startService({ rateLimitPerMinute: 0, ...options });
  const { workspace } = await started.app(appRoutes.getSession, {});
  if (!workspace) await createLocalWorkspace(started, 'Call room');
  const { data } = await started.app(appRoutes.listAgentRecords, {});
  const agentId = data[0]?.agent_id;
  if (agentId === undefined) throw new Error('The workspace has no agent.');
  let numbers = 0;
  return {
    ...started,
    agentId,
    placeSimulatedCall: async (wanted = {}) => {
      const recipient_number = `+1555${String(1_000_000 + ++numbers)}`;
      const { call_id } = await started.app(appRoutes.placeSimulatedCall, {
        json: { agent_id: agentId, recipient_number, ...wanted },
      });
      return call_id;
    },
  };
}

/** Makes an empty local workspace and opens it; gives its id. */
export async function createLocalWorkspace({ app }: StartedService, name: string): Promise<string> {
  const json = { kind: 'local', name, industry: '', email: '' } as const;
  return (await app(appRoutes.createWorkspace, { json })).workspace_id;
}
