import { monitorEventLoopDelay } from 'node:perf_hooks';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { Persona } from '../../shared/agents/personas.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const share = 1 / 20;
const callsAtOnce = 10;
const delayTargetMs = 20;

/** Measures simulated calls of two to three minutes, alone and ten in parallel, with the documents of the demo. */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startService({ rateLimitPerMinute: 0 });
  try {
    await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
    const { data: documents } = await started.app(appRoutes.listDocumentRecords, {});
    for (const { document_id } of documents) await waitForDocument(started.v1, document_id);
    await measureCall(started, 'interested', 0); // starts the threads and loads the voices
    const alone = [];
    while (alone.length < 3) {
      const call = await measureCall(started, 'interested', alone.length + 1);
      if (call.talkSeconds >= 120 && call.talkSeconds <= 180) alone.push(call);
    }
    const worst = Math.max(...alone.map(({ seconds, talkSeconds }) => seconds / talkSeconds));
    const measured = alone.map(({ seconds, talkSeconds }) => `${seconds.toFixed(1)} s for ${talkSeconds} s`).join(', ');
    const delayMs = await measureDelay(started);
    return [
      {
        name: 'a simulated call of two to three minutes, from placed to completed, slowest of 3',
        measured: `${measured} = 1/${(1 / worst).toFixed(0)}`,
        target: `≤ 1/${1 / share} of its length`,
        ok: worst <= share,
      },
      {
        name: `event-loop delay while ${callsAtOnce} calls are simulated, p99`,
        measured: `${delayMs.toFixed(1)} ms`,
        target: `< ${delayTargetMs} ms`,
        ok: delayMs < delayTargetMs,
      },
    ];
  } finally {
    await started.stop();
  }
}

async function measureCall(started: StartedService, persona: Persona, turn: number) {
  const startedAt = performance.now();
  const callId = await place(started, persona, turn);
  const call = await waitForCall(started.v1, callId);
  return { seconds: (performance.now() - startedAt) / 1000, talkSeconds: call.duration_seconds };
}

async function measureDelay(started: StartedService): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const ids = await Promise.all(
    Array.from({ length: callsAtOnce }, (_, index) => place(started, 'interested', 100 + index)),
  );
  await Promise.all(ids.map((id) => waitForCall(started.v1, id)));
  delay.disable();
  // The histogram includes the period of the timer.
  return Math.max(0, delay.percentile(99) / 1e6 - 2);
}

async function place({ app }: StartedService, persona: Persona, turn: number): Promise<string> {
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  const agent = agents[turn % agents.length];
  if (!agent) throw new Error('The demo has no agent.');
  const recipient_number = `+1415555${String(1000 + turn)}`;
  const metadata = { first_name: 'Wilhelmina' };
  const json = { agent_id: agent.agent_id, recipient_number, metadata, persona, allow_duplicate: true };
  return (await app(appRoutes.placeSimulatedCall, { json })).call_id;
}

if (import.meta.main) printRows(await bench());
