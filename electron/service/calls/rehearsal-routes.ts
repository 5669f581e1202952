import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { serveFile } from '../http/serve-file.ts';
import { callOf } from './call-of.ts';
import { describePlaced, fingerprintOf, nameCall, placeCall, type Placed } from './place-call.ts';
import { listTimedTurns } from './turn-queries.ts';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export function addRehearsalRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.placeRehearsal, ({ workspace, principal, json, commitOnce, about }) => {
    let placed: Placed | undefined;
    const answer = commitOnce(fingerprintOf(json), () => {
      placed = placeCall(workspace, principal, { ...json, persona: json.persona ?? null });
      about({ label: nameCall(placed) });
      return describePlaced(placed);
    });
    if (placed) workspace.calls.start(placed);
    return answer;
  });

  bindRoute(
    tree,
    appRoutes.sayTurn,
    async (call) => {
      const { id, call_id } = callOf(call);
      const { db, calls } = call.workspace;
      const { from, isOver } = await calls.typed.lineOf(call_id).say(call.json.text);
      return { body: { turns: listTimedTurns(db, id, from).slice(0, 2), is_over: isOver } };
    },
    callOf,
  );

  bindRoute(tree, appRoutes.hangUp, (call) => {
    const { call_id } = callOf(call);
    call.workspace.calls.typed.lineOf(call_id).hangUp();
    return { body: { call_id } };
  });

  bindRoute(tree, appRoutes.getTurnSound, (call) => {
    const { call_id } = callOf(call);
    const clip = call.workspace.calls.typed.lineOf(call_id).clipOf(call.params.position);
    if (!clip)
      throw new Problem('call_not_found', `Nothing was said at position ${call.params.position} of this call.`);
    return serveFile(call.request, {
      sizeBytes: clip.byteLength,
      etag: `"${createHash('sha256').update(clip).digest('base64url')}"`,
      headers: { 'Content-Type': 'audio/wav', 'X-Content-Type-Options': 'nosniff' },
      read: (start, end) => Readable.from([clip.subarray(start, end + 1)]),
    });
  });
}
