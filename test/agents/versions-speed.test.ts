import { expect, test } from 'vitest';
import { join } from 'node:path';
import { agentDefinitionSchema } from '../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { insertAgent } from '../../electron/service/features/agents/agent-queries.ts';
import {
  insertAgentVersion,
  setPublishedVersion,
} from '../../electron/service/features/agents/agent-version-queries.ts';
import { windowAuthor } from '../../electron/service/features/agents/agent-versions.ts';
import { startCallService } from '../helpers/service/start-call-service.ts';
import { useWorkspaceDatabase } from '../helpers/service/test-database.ts';

const agents = 100;
const versions = 50;
const maxMs = 100;

const createDefinition = (agent: number, version: number) =>
  agentDefinitionSchema.parse({
    name: `Agent ${agent}`,
    greeting: `Hello {first_name}, this is version ${version}.`,
    objective: 'Ask whether everything works. '.repeat(60),
    voice: 'slt',
    may_say: Array.from({ length: 10 }, (_, index) => `Sentence ${index} of version ${version % 7}.`),
  });

/** Returns the shortest of several times, because other programs use the same processor. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test(`lists and compares ${agents} agents with ${versions} versions each within ${maxMs} ms`, async () => {
  const service = await startCallService();
  const { workspace } = await service.app(appRoutes.getSession, {});
  useWorkspaceDatabase(join(service.dataDir, 'workspaces', workspace?.workspace_id ?? ''), (db) =>
    db.transaction(() => {
      const org_id = String(db.get('SELECT org_id FROM organization')?.['org_id']);
      for (let agent = 0; agent < agents; agent += 1) {
        const { name, objective, audience, greeting, voice } = createDefinition(agent, 1);
        const row = {
          org_id,
          name,
          objective,
          audience,
          greeting,
          voice,
          status: 'active',
          created_at: agent,
        } as const;
        const id = insertAgent(db, { ...row, agent_id: `agt_many_${agent}` });
        for (let version = 1; version <= versions; version += 1)
          insertAgentVersion(db, id, {
            ...windowAuthor,
            version,
            definition: createDefinition(agent, version),
            note: '',
            published_at: version,
            restored_from: null,
          });
        setPublishedVersion(db, id, versions, createDefinition(agent, versions));
      }
    }),
  );
  const params = { agent_id: 'agt_many_50' };
  const times = {
    agents: await measure(() => service.app(appRoutes.listAgentRecords, {})),
    versions: await measure(() => service.v1(v1Routes.listAgentVersions, { params, query: { limit: versions } })),
    comparison: await measure(() =>
      service.v1(v1Routes.compareAgentVersions, { params, query: { from: 1, to: versions } }),
    ),
  };
  const { data } = await service.v1(v1Routes.listAgentVersions, { params, query: { limit: versions } });
  expect(data).toHaveLength(versions);
  for (const [name, ms] of Object.entries(times)) expect(ms, name).toBeLessThan(maxMs);
  await service.stop();
});
