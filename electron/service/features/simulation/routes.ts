import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { requireCall } from '../calls/require-call.ts';
import {
  toPlacedCallResponse,
  computeCallFingerprint,
  formatCallLabel,
  placeCall,
  type PlacedCall,
} from '../calls/place-call.ts';
import { listTimedTurns } from '../calls/turn-queries.ts';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export function addSimulationRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.placeSimulatedCall, ({ workspace, principal, json, commitOnce, setAuditSubject }) => {
    let placed: PlacedCall | undefined;
    const answer = commitOnce(computeCallFingerprint(json), () => {
      placed = placeCall(workspace, principal, { ...json, persona: json.persona ?? null });
      setAuditSubject({ label: formatCallLabel(placed) });
      return toPlacedCallResponse(placed);
    });
    if (placed) workspace.calls.start(placed);
    return answer;
  });

  bindRoute(
    tree,
    appRoutes.sendTurn,
    async (call) => {
      const { id, call_id } = requireCall(call);
      const { db, calls } = call.workspace;
      const { from, isOver } = await calls.practice.getOpenCall(call_id).sendTurn(call.json.text);
      return { body: { turns: listTimedTurns(db, id, from).slice(0, 2), call_ended: isOver } };
    },
    requireCall,
  );

  bindRoute(tree, appRoutes.hangUp, (call) => {
    const { call_id } = requireCall(call);
    call.workspace.calls.practice.getOpenCall(call_id).end();
    return { body: { call_id } };
  });

  bindRoute(tree, appRoutes.getTurnAudio, (call) => {
    const { call_id } = requireCall(call);
    const clip = call.workspace.calls.practice.getOpenCall(call_id).findAudioClip(call.params.position);
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
