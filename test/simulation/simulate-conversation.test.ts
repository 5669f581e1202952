import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDialogueAgent } from '../../electron/service/features/simulation/dialogue/agent-mind.ts';
import {
  simulateConversation,
  drawVoices,
  type ConversationEvent,
  type ConversationOutcome,
} from '../../electron/service/features/simulation/simulate-conversation.ts';
import { dispositions } from '../../electron/service/features/simulation/dialogue/dispositions.ts';
import {
  cacheKnowledge,
  type SimulationKnowledge,
} from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { retrieveAnswer } from '../../electron/service/features/simulation/answers/retrieve-answer.ts';
import { generateQuestions } from '../../electron/service/features/simulation/recipient/generate-questions.ts';
import { extractSentences } from '../../electron/service/features/simulation/answers/extract-sentences.ts';
import { demoAgents } from '../../electron/service/workspaces/demo/demo-agents.ts';
import { personas, type Persona } from '../../shared/personas.ts';
import { answerable, foreign } from './asked-questions.ts';
import { openDemoKnowledge, type DemoKnowledge } from './demo-knowledge.ts';

const [renewals] = demoAgents;
const profile = { ...renewals, organizationName: 'Northwind Broadband' };
const metadata = { first_name: 'Wilhelmina', plan: 'Fiber 300' };

const noKnowledge: SimulationKnowledge = {
  search: async () => [],
  compareSentences: async (_, sentences) => sentences.map(() => 0),
  sampleChunks: () => [],
};

let demo: DemoKnowledge;
let knowledge: SimulationKnowledge;

beforeAll(async () => {
  demo = await openDemoKnowledge();
  knowledge = cacheKnowledge(demo);
});

afterAll(() => demo?.stop());

type Made = { readonly lines: readonly ConversationEvent[]; readonly outcome: ConversationOutcome };

async function make(callId: string, persona: Persona | null, from = knowledge): Promise<Made> {
  const lines: ConversationEvent[] = [];
  const call = simulateConversation({ profile, metadata, callId, persona, knowledge: from });
  for (;;) {
    const { done, value } = await call.next();
    if (done) return { lines, outcome: value };
    lines.push(value);
  }
}

const turnsOf = (lines: readonly ConversationEvent[]) => lines.filter((line) => line.kind === 'turn');
const wordsOf = (lines: readonly ConversationEvent[]) =>
  turnsOf(lines).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

describe('what the documents know', () => {
  test('is told from what they do not know', async () => {
    const known = await Promise.all(
      answerable.map(async ([question]) => (await retrieveAnswer(question, knowledge)).isConfident),
    );
    const taken = await Promise.all(
      foreign.map(async (question) => (await retrieveAnswer(question, knowledge)).isConfident),
    );
    const [right, wrong] = [known.filter(Boolean).length, taken.filter(Boolean).length];
    expect(right / answerable.length).toBeGreaterThan(0.92);
    expect(right / (right + wrong)).toBeGreaterThan(0.92);
  });

  test('is found in the document that says it', async () => {
    const found = await Promise.all(
      answerable.map(async ([question, title]) =>
        (await retrieveAnswer(question, knowledge)).passage?.title.startsWith(title),
      ),
    );
    expect(found.filter(Boolean).length / answerable.length).toBeGreaterThan(0.9);
  });
});

describe('a call', () => {
  test('is the same for the same id, from the documents anew, and another for another', async () => {
    const first = await make('call_same', 'interested');
    expect(await make('call_same', 'interested', demo)).toEqual(first);
    expect((await make('call_other', 'interested')).lines).not.toEqual(first.lines);
  });

  test.each(['interested', 'sceptical'] as const)(
    'with somebody %s is two to three minutes of talk',
    async (persona) => {
      const counts = await Promise.all(
        [1, 2, 3, 4].map(async (at) => wordsOf((await make(`call_${at}`, persona)).lines)),
      );
      const median = counts.toSorted((a, b) => a - b)[2] ?? 0;
      // Spoken with their pauses, 2.6 words take a second.
      expect(median).toBeGreaterThan(2 * 60 * 2.6 * 0.9);
      expect(median).toBeLessThan(3 * 60 * 2.6);
      expect(Math.max(...counts)).toBeLessThan(560);
    },
  );

  test('asks what was added last, and is answered from there', async () => {
    const newest = demo.sampleChunks()[0]?.document_id;
    const { lines } = await make('call_newest', 'interested');
    expect(turnsOf(lines).find(({ passages }) => passages.length > 0)?.passages[0]?.document_id).toBe(newest);
  });

  test('answers what its recipient asks out of the right document, over many calls', async () => {
    const origins = new Map<string, string>();
    for (const { document_id, text } of demo.sampleChunks()) {
      const sentences = extractSentences(text);
      for (const [at, sentence] of sentences.entries())
        for (const question of generateQuestions(sentence, sentences[at - 1]?.topic !== sentence.topic))
          origins.set(question.text.toLowerCase(), document_id);
    }
    let asked = 0;
    let right = 0;
    for (let at = 0; at < 16; at += 1) {
      const turns = turnsOf((await make(`call_hundred_${at}`, at % 2 ? 'interested' : 'sceptical')).lines);
      for (const [place, { speaker, text }] of turns.entries()) {
        const question =
          speaker === 'user' ? [...origins.keys()].find((one) => text.toLowerCase().endsWith(one)) : undefined;
        if (question === undefined) continue;
        asked += 1;
        if (turns[place + 1]?.passages.some(({ document_id }) => document_id === origins.get(question))) right += 1;
      }
    }
    expect(asked).toBeGreaterThan(30);
    // Over hundreds of calls it is 0.985; of these few, what the model's rounding decides may be two or three.
    expect(right / asked).toBeGreaterThan(0.9);
  });

  test.each(personas)('with the persona %s ends as it has to', async (persona) => {
    const { lines, outcome } = await make('call_end', persona);
    expect(turnsOf(lines).length).toBeLessThanOrEqual(40);
    if (persona === 'no_answer') expect(outcome.status).toBe('no_answer');
    else expect(Object.values(dispositions)).toContain(outcome.status === 'completed' ? outcome.disposition : '');
    if (persona === 'voicemail') {
      expect(lines.map(({ kind }) => kind)).toEqual(['ring', 'answered', 'turn', 'beep', 'turn']);
      expect(outcome).toMatchObject({ disposition: dispositions.voicemail });
    }
    if (persona === 'wrong_person') expect(outcome).toMatchObject({ disposition: dispositions.wrongPerson });
    if (persona === 'busy') expect(outcome).toMatchObject({ disposition: dispositions.callback });
  });

  test('waits longer before what it had to look up', async () => {
    const turns = turnsOf((await make('call_gaps', 'interested')).lines);
    for (const { gapSeconds, passages } of turns) {
      expect(gapSeconds).toBeGreaterThanOrEqual(passages.length > 0 ? 1 : 0.25);
      expect(gapSeconds).toBeLessThanOrEqual(1.4);
    }
  });

  test('goes well without any documents', async () => {
    const { lines, outcome } = await make('call_none', 'interested', noKnowledge);
    expect(outcome.status).toBe('completed');
    expect(turnsOf(lines).flatMap(({ passages }) => passages)).toEqual([]);
    expect(wordsOf(lines)).toBeGreaterThan(120);
  });

  test('is drawn so that most are answered', async () => {
    const outcomes: string[] = [];
    for (let at = 0; at < 300; at += 1)
      outcomes.push((await make(`call_drawn_${at}`, null, noKnowledge)).outcome.status);
    const count = (status: string) => outcomes.filter((one) => one === status).length;
    expect(count('completed')).toBeGreaterThan(255);
    expect(count('no_answer')).toBeGreaterThan(3);
    expect(count('busy')).toBeGreaterThan(0);
  });

  test('is spoken in two voices', () => {
    for (let at = 0; at < 50; at += 1) {
      const { agent, user } = drawVoices(`call_${at}`, 'rms');
      expect(agent).toBe('rms');
      expect(user).not.toBe('rms');
    }
  });
});

describe('an agent that an admin talks to', () => {
  const begin = (from: SimulationKnowledge = knowledge) =>
    createDialogueAgent({ profile, metadata, seed: 'call_typed', knowledge: from });

  test('greets with the metadata and answers from the documents', async () => {
    const mind = begin();
    expect(mind.greet().text).toMatch(/^Hi Wilhelmina, .*Fiber 300/);
    const { text, passages } = await mind.respond('How much does a move cost?');
    expect(text).toContain('A move costs $60.00');
    expect(passages[0]?.title).toContain('Service agreement');
  });

  test('says so when the documents do not know, and never says the same twice', async () => {
    const mind = begin();
    mind.greet();
    const unknown = await mind.respond('Who designed your logo?');
    expect(unknown.passages).toEqual([]);
    await mind.respond('Yes please');
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push((await mind.respond('How much does a move cost?')).text);
    expect(new Set(answers).size).toBe(3);
  });

  test('answers truthfully whether it is a robot', async () => {
    const mind = begin(noKnowledge);
    expect((await mind.respond('Are you a robot?')).text).toMatch(/yes|heard right/i);
    expect((await mind.respond('Are you a real person?')).text).toMatch(
      /^(?:No|To be open with you: no|I'm afraid not)/,
    );
  });

  test('respects a second no', async () => {
    const mind = begin(noKnowledge);
    mind.greet();
    await mind.respond('Yes');
    expect((await mind.respond("I'm not interested")).hasCallEnded).toBe(false);
    expect(await mind.respond('No, really, not interested.')).toMatchObject({
      isOver: true,
      disposition: dispositions.notInterested,
    });
  });

  test.each([
    ['You have the wrong number', dispositions.wrongPerson],
    ['Stop calling me', dispositions.doNotCall],
    ['I am driving, call me back tomorrow at four', dispositions.callback],
    ['Goodbye', dispositions.endedEarly],
  ])('ends at "%s"', async (turn, disposition) => {
    const mind = begin(noKnowledge);
    mind.greet();
    expect(await mind.respond(turn)).toMatchObject({ isOver: true, disposition });
  });

  test('ends by itself, however long and whatever is typed', async () => {
    const mind = begin();
    mind.greet();
    const turns = [
      '😀'.repeat(250),
      '你好，'.repeat(160),
      `'; DROP TABLE call; --`,
      '<img src=x onerror=alert(1)>',
      '\u0000\u202e',
      'a'.repeat(500),
      '?'.repeat(500),
    ];
    let isOver = false;
    for (let at = 0; at < 19 && !isOver; at += 1) {
      const reply = await mind.respond(turns[at % turns.length] ?? '');
      expect(reply.text).toMatch(/\p{L}{2}/u);
      expect(reply.text).not.toMatch(/[<>]|\p{C}/u);
      isOver = reply.hasCallEnded;
    }
    expect(isOver).toBe(true);
  });
});
