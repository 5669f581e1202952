import { setTimeout as wait } from 'node:timers/promises';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startChatServer, startStream } from '../helpers/answering/chat-server.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { waitForTurns } from '../helpers/service/wait-for-call.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const turns = 20;
const soundTargetMs = 150;
const requestTargetMs = 40;

/** The speed of the model: a word every 20 ms, as a small model on a laptop. */
const wordMs = 20;
const firstSentence = 'A technician visit costs nine euros for every customer.';
const words = `${firstSentence} Shall I arrange one for you this week?`.split(' ');

const questions = [
  'How much does a technician visit cost?',
  'What does the installation include?',
  'When do you open on Saturday?',
  'Can I cancel the contract early?',
];

/** When the program and the model did what in one turn, in milliseconds. */
type TurnTimes = {
  said: number;
  asked: number;
  searched: number;
  answerAsked: number;
  firstWord: number;
  sentenceEnd: number;
};

/**
 * Practice calls of an agent of the demo that uses a model, which searches the documents and answers at a fixed speed: how long the
 * program itself needs in each turn.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const server = await startChatServer();
  const started = await startService({ rateLimitPerMinute: 0 });
  try {
    const times: TurnTimes = { said: 0, asked: 0, searched: 0, answerAsked: 0, firstWord: 0, sentenceEnd: 0 };
    server.fault = (response, { path, messages }) => {
      if (path !== '/v1/chat/completions') return false;
      const send = startStream(response);
      const last = messages.at(-1);
      if (last?.role === 'user') {
        times.asked = performance.now();
        const call = { name: 'search_knowledge', arguments: JSON.stringify({ question: last.content }) };
        send({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'call_0', function: call }] } }] });
        send('[DONE]');
        response.end();
        times.searched = performance.now();
        return true;
      }
      times.answerAsked = performance.now();
      void streamWords(send, times).then(() => response.end());
      return true;
    };
    const callId = await openCall(started, server.baseUrl);
    const sounds: number[] = [];
    const requests: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const text = questions[turn % questions.length] ?? '';
      times.said = performance.now();
      const answer = await started.app(appRoutes.sendTurn, { params: { call_id: callId }, json: { text } });
      const firstSoundMs = answer.turns[1]?.latency?.first_sound_ms ?? Infinity;
      sounds.push(firstSoundMs - (times.sentenceEnd - times.firstWord));
      requests.push(times.asked - times.said + (times.answerAsked - times.searched));
    }
    return [
      createRow(
        'first token of a model → first sound, beyond the model’s own time, median of practice turns',
        sounds,
        soundTargetMs,
      ),
      createRow(
        'end of a typed turn → request with the passages sent, beyond the model’s own time, median of practice turns',
        requests,
        requestTargetMs,
      ),
    ];
  } finally {
    await started.stop();
    await server.close();
  }
}

async function streamWords(send: ReturnType<typeof startStream>, times: TurnTimes): Promise<void> {
  const sentenceWords = firstSentence.split(' ').length;
  for (const [index, word] of words.entries()) {
    if (index > 0) await wait(wordMs);
    send({ choices: [{ delta: { content: index === 0 ? word : ` ${word}` } }] });
    if (index === 0) times.firstWord = performance.now();
    // The next word shows that the sentence has ended.
    if (index === sentenceWords) times.sentenceEnd = performance.now();
  }
  send('[DONE]');
}

/** Starts a practice call of an agent of the demo that uses the model. */
async function openCall({ app, v1 }: StartedService, base_url: string): Promise<string> {
  await app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { data: documents } = await app(appRoutes.listDocumentRecords, {});
  for (const { document_id } of documents) await waitForDocument(v1, document_id);
  await app(appRoutes.changeLanguageModel, { json: { settings: { base_url, model: 'small' } } });
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  const params = { agent_id: agents[0]?.agent_id ?? '' };
  const { definition } = await v1(v1Routes.getAgent, { params });
  if (!definition) throw new Error('The demo has no agent with a definition.');
  await v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...definition, engine: 'model' } } });
  await v1(v1Routes.publishAgentVersion, { params, json: {} });
  const json = { ...params, recipient_number: '+14155551000', mode: 'practice', allow_duplicate: true } as const;
  const { call_id } = await app(appRoutes.placeSimulatedCall, { json });
  await waitForTurns(v1, call_id, 1);
  return call_id;
}

function createRow(name: string, timesMs: readonly number[], targetMs: number): BenchRow {
  const median = findMedian(timesMs);
  const p90 = timesMs.toSorted((a, b) => a - b)[Math.ceil(timesMs.length * 0.9) - 1] ?? Infinity;
  return {
    name: `${name} (${timesMs.length})`,
    measured: `${median.toFixed(0)} ms (p90 ${p90.toFixed(0)} ms)`,
    target: `≤ ${targetMs} ms`,
    ok: median <= targetMs,
  };
}

if (import.meta.main) printRows(await bench());
