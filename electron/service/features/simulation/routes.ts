import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import type { Calls } from '../calls/calls.ts';
import { checkCallInput, placeAndStartCall } from '../calls/place-call.ts';
import type { Recorder } from '../speech/recorder.ts';
import { createVoiceSample } from '../speech/create-voice-sample.ts';
import type { SpeechServers } from '../speech-server/speech-servers.ts';
import { chooseAgent } from './choose-agent.ts';
import { requireCall } from '../calls/require-call.ts';
import { listTimedTurns } from '../calls/turn-queries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PracticeTransport } from './practice-transport.ts';

type SimulationServices = {
  readonly calls: Calls;
  readonly practice: PracticeTransport;
  readonly recorder: Recorder;
  readonly speechServers: SpeechServers;
  /** Null unless the workspace is linked. */
  readonly outbox: Outbox | null;
};

export function addSimulationRoutes({ app: tree }: RouteTrees<SimulationServices>): void {
  bindRoute(tree, appRoutes.placeSimulatedCall, (ctx) =>
    ctx.commitOnce(checkCallInput(ctx.json), () => {
      if (ctx.services.outbox)
        throw new Problem(
          'not_available_on_remote',
          'A linked workspace places real calls. Simulate calls in a local workspace.',
        );
      return placeAndStartCall(ctx, chooseAgent(ctx, ctx.json));
    }),
  );

  bindRoute(tree, appRoutes.createVoiceSample, async ({ services, json, request }) => {
    const { voice, close } = await services.speechServers.open();
    try {
      const sample = { ...json, agentVoice: voice };
      const { wav } = await createVoiceSample(services.recorder, sample, request.signal);
      return new Response(wav, { headers: { 'Content-Type': 'audio/wav' } });
    } finally {
      close();
    }
  });

  bindRoute(
    tree,
    appRoutes.sendTurn,
    async ({ db, services, found: { id, call_id }, json }) => {
      const { text, heard, voice_turn: voiceTurn } = json;
      const call = services.practice.getOpenCall(call_id);
      const { firstPosition, hasCallEnded } = await call.sendTurn({ text, heard, voiceTurn });
      const turns = listTimedTurns(db, id, firstPosition).slice(0, 2);
      return { body: { position: firstPosition, turns, call_ended: hasCallEnded } };
    },
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.sendVoice,
    async ({ services, found: { call_id }, json: { samples, mode, ends } }) => ({
      body: { events: [...(await services.practice.getOpenCall(call_id).listen(decodeSamples(samples), mode, ends))] },
    }),
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.hangUp,
    ({ services, found: { call_id } }) => {
      services.practice.getOpenCall(call_id).end();
      return { body: { call_id } };
    },
    requireCall,
  );

  bindRoute(tree, appRoutes.getTurnAudio, (ctx) => {
    const { position } = ctx.params;
    const clip = ctx.services.practice.findAudioClip(requireCall(ctx).call_id, position, ctx.query.sentence);
    if (!clip) throw new Problem('call_not_found', `This call has no turn at position ${position}.`);
    return serveFile(ctx.request, {
      sizeBytes: clip.byteLength,
      etag: `"${createHash('sha256').update(clip).digest('base64url')}"`,
      headers: { 'Content-Type': 'audio/wav' },
      read: (start, end) => Readable.from([clip.subarray(start, end + 1)]),
    });
  });
}

/** Decodes 16-bit samples, little-endian, in Base64. */
function decodeSamples(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(2 * index) / 32_768);
}
