import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { bindRoute, type RouteTree } from '../../../platform/http/route-tree.ts';
import { ensureAgent } from '../../agents/ensure-agent.ts';
import { formatCallFingerprint } from '../place-call.ts';
import { requireCall } from '../require-call.ts';
import { queueRemoteCall, type RemoteCallServices } from './queue-remote-call.ts';

/** Adds the routes of the window for calls that a remote makes. */
export function addRemoteCallRoutes(tree: RouteTree<RemoteCallServices>): void {
  bindRoute(tree, appRoutes.placeRemoteCall, (ctx) => {
    const { outbox } = requireLink(ctx.services);
    return ctx.commitOnce(formatCallFingerprint(ctx.json), () => {
      const { remote_agent_id, agent_id: localId = '', ...input } = ctx.json;
      const agent_id = remote_agent_id === undefined ? localId : ensureAgent(ctx, remote_agent_id);
      return queueRemoteCall(ctx, outbox, { ...input, agent_id });
    });
  });

  bindRoute(tree, appRoutes.importCalls, async ({ services, request, json }) => {
    const { remoteCalls } = requireLink(services);
    return { body: await remoteCalls.importCalls(json.ids, request.signal) };
  });

  bindRoute(
    tree,
    appRoutes.fetchRecording,
    ({ services, found: call }) => {
      const { remoteCalls } = requireLink(services);
      remoteCalls.fetchRecording(call);
      return { body: { is_fetching: remoteCalls.isFetchingRecording(call.call_id) } };
    },
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.shiftTurnTimes,
    ({ services, found: call, json }) => {
      const { remoteCalls } = requireLink(services);
      if (!remoteCalls.shiftTurnTimes(call, json.seconds))
        throw new Problem('not_available_on_remote', 'The times of this transcript are not estimated.');
      return { body: { times: 'estimated' as const } };
    },
    requireCall,
  );
}

function requireLink({ outbox, remoteCalls }: RemoteCallServices) {
  if (!outbox || !remoteCalls) throw new Problem('not_linked', 'This workspace is not linked to a remote.');
  return { outbox, remoteCalls };
}
