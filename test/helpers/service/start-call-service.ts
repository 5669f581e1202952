import type * as z from 'zod';
import { join } from 'node:path';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { placeSimulatedCall } from '../../../shared/calls/simulated-calls.ts';
import type { Voice } from '../../../shared/agents/voices.ts';
import { startService, type StartedService } from './start-service.ts';
import { useWorkspaceDatabase } from './test-database.ts';

/** The other voices take fifteen times as long to speak a sentence. */
export const fastestVoice: Voice = 'kal16';

type SimulatedCallInput = Partial<z.input<typeof placeSimulatedCall.json>>;

export type CallService = StartedService & {
  readonly agentId: string;
  /** Places a simulated call to a new number and returns its id. */
  readonly placeSimulatedCall: (input?: SimulatedCallInput) => Promise<string>;
};

/** Starts the service with a workspace whose starter agent can place calls. */
export async function startCallService(options: Partial<ServiceOptions> = {}): Promise<CallService> {
  const started = await startService({ rateLimitPerMinute: 0, ...options });
  const { workspace } = await started.app(appRoutes.getSession, {});
  if (!workspace) await createLocalWorkspace(started, 'Call workspace');
  const { data } = await started.app(appRoutes.listAgentRecords, {});
  const agentId = data[0]?.agent_id;
  if (agentId === undefined) throw new Error('The workspace has no agent.');
  let numbers = 0;
  return {
    ...started,
    agentId,
    placeSimulatedCall: async (input = {}) => {
      const recipient_number = `+1555${String(1_000_000 + ++numbers)}`;
      const { call_id } = await started.app(appRoutes.placeSimulatedCall, {
        json: { agent_id: agentId, recipient_number, ...input },
      });
      return call_id;
    },
  };
}

/** Creates an empty local workspace whose agent has the fastest voice, opens it, and returns its id. */
export async function createLocalWorkspace({ app, dataDir }: StartedService, name: string): Promise<string> {
  const json = { kind: 'local', name, industry: '', email: '' } as const;
  const { workspace_id } = await app(appRoutes.createWorkspace, { json });
  useWorkspaceDatabase(join(dataDir, 'workspaces', workspace_id), (db) => {
    db.run('UPDATE agent SET voice = ?', fastestVoice);
    db.run(
      `UPDATE agent_version SET definition = replace(definition, '"voice":"slt"', ?)`,
      JSON.stringify({ voice: fastestVoice }).slice(1, -1),
    );
  });
  return workspace_id;
}
