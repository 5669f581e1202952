import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { noCapabilities, type Capabilities } from '../../shared/workspaces/connection.ts';
import { startLocalApiServer } from '../../electron/service/features/local-api/start-local-api-server.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startLossyForwarder, type LossyForwarder } from './lossy-forwarder.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

/** Two or more linked workspaces with one remote, which is a real service behind a network that can fail. */
export type Team = {
  readonly remote: CallService;
  readonly network: LossyForwarder;
  readonly memberEmail: string;
  /** Creates an API key of this name. */
  readonly createConnection: (
    name: string,
  ) => Promise<{ readonly base_url: string; readonly org_id: string; readonly api_key: string }>;
  /** Links another workspace, with an API key of its own: the first is Ada's, the second Bob's. */
  readonly link: (capabilities?: Partial<Capabilities>) => Promise<LinkedWorkspace>;
  /** Returns the ID that the call about which the members write has in a workspace. */
  readonly findCallId: (linked: Pick<LinkedWorkspace, 'app'>) => Promise<string>;
  readonly findMemberId: (linked: LinkedWorkspace) => Promise<string>;
  readonly read: (linked: Pick<LinkedWorkspace, 'v1' | 'app'>) => ReturnType<typeof readWork>;
  /** Sends and fetches everything, in this order. */
  readonly settle: (...linked: readonly LinkedWorkspace[]) => Promise<void>;
  /** The same, after changes that need a decision were sent again, or canceled if the remote refused them. */
  readonly settleAll: (...linked: readonly LinkedWorkspace[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const names = ['Ada', 'Bob', 'Cem'];

export async function startTeam(): Promise<Team> {
  const remote = await startCallService({ startLocalApiServer, rateLimitPerMinute: 0 });
  const workspace = { kind: 'local', name: 'Harbour', industry: '', email: 'ada@harbour.example' } as const;
  await remote.app(appRoutes.createWorkspace, { json: workspace });
  const [agent] = (await remote.app(appRoutes.listAgentRecords, {})).data;
  const agent_id = agent?.agent_id ?? '';
  const sharedCallId = await remote.placeSimulatedCall({ persona: 'no_answer', agent_id });
  const findCallId: Team['findCallId'] = async ({ app }) => {
    const calls = (await app(appRoutes.listCallRecords, {})).data;
    return calls.find((call) => (call.remote?.id ?? call.call_id) === sharedCallId)?.call_id ?? '';
  };
  const { base_url } = await remote.app(appRoutes.updateLocalApi, {
    json: { enabled: true, port: await findFreePort() },
  });
  const network = await startLossyForwarder(new URL(base_url ?? ''));
  const orgId = (await remote.app(appRoutes.getSession, {})).org_id ?? '';
  const [member] = (await remote.v1(v1Routes.listAssignees, {})).data;
  const linked: LinkedWorkspace[] = [];
  const createConnection = async (name: string) => {
    const { secret } = await remote.v1(v1Routes.createApiKey, { json: { name, role: 'admin' } });
    return { base_url: `${network.origin}/v1`, org_id: orgId, api_key: secret ?? '' };
  };
  return {
    remote,
    createConnection,
    network,
    memberEmail: member?.email ?? '',
    link: async (others = {}) => {
      const { base_url: baseUrl, api_key: apiKey } = await createConnection(names[linked.length] ?? 'Dee');
      const capabilities = { call_list: true, shared_work: true, ...others };
      const added = await startLinkedWorkspace({ baseUrl, orgId, apiKey }, { ...noCapabilities, ...capabilities });
      linked.push(added);
      await added.sync();
      return added;
    },
    findCallId,
    findMemberId: async ({ v1 }) => (await v1(v1Routes.listAssignees, {})).data[0]?.user_id ?? '',
    read: async (one) => readWork(one, await findCallId(one)),
    settle: async (...ones) => {
      for (const one of ones) await settle(one);
    },
    settleAll: async (...ones) => {
      for (const one of ones) await decideEverything(one);
      for (const one of ones) await settle(one);
    },
    stop: async () => {
      for (const one of linked) await one.stop();
      await network.close();
      await remote.stop();
    },
  };
}

/** Resolves when everything was sent and then fetched. */
async function settle(linked: LinkedWorkspace): Promise<void> {
  await linked.sync();
  const { state, reason } = await linked.waitForStatus(
    (status) => status.state === 'needs_you' || (status.state === 'up_to_date' && status.waiting === 0),
  );
  if (state === 'needs_you') throw new Error(`A change needs a decision: ${reason}`);
  await linked.sync();
}

/** Sends everything. A change that needs a decision is sent again, or canceled if the remote refused it. */
async function decideEverything(linked: LinkedWorkspace): Promise<void> {
  for (;;) {
    await linked.sync();
    const { state } = await linked.waitForStatus(({ waiting }) => waiting === 0);
    if (state !== 'needs_you') return;
    for (const { item_id, state: itemState } of (await linked.app(appRoutes.listOutboxItems, {})).data) {
      const route = itemState === 'rejected' ? appRoutes.cancelOutboxItem : appRoutes.sendOutboxItem;
      await linked.app(route, { params: { item_id } });
    }
  }
}

/** Reads the work about a call, as the window shows it, without the fields that differ between workspaces. */
async function readWork({ v1, app }: Pick<LinkedWorkspace, 'v1' | 'app'>, call_id: string) {
  const params = { call_id };
  const { data: notes } = await v1(v1Routes.listNotes, { params });
  const details = await app(appRoutes.getCallDetails, { params });
  const scorecard = await v1(v1Routes.getScorecard, { params });
  const { data: criteria } = await v1(v1Routes.listCriteria, {});
  const { data: items } = await v1(v1Routes.listSavedItems, {});
  const { tags, review_state, assignee, set_by } = details;
  return {
    notes,
    review: { tags, review_state, assignee: assignee && { email: assignee.email }, set_by },
    criteria,
    scores: scorecard.criteria.map(({ criterion_id, answer, decision }) => ({ criterion_id, answer, decision })),
    savedItems: items,
  };
}
