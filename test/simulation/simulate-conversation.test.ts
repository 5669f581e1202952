import { createDefinition } from '../../shared/agents/agent-definition.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDialogueAgent } from '../../electron/service/features/simulation/dialogue/dialogue-agent.ts';
import {
  simulateConversation,
  type ConversationEvent,
  type ConversationOutcome,
} from '../../electron/service/features/simulation/simulate-conversation.ts';
import { dispositions } from '../../shared/calls/dispositions.ts';
import { pickVoices } from '../../electron/service/features/simulation/simulated-transport.ts';
import {
  cacheKnowledge,
  type SimulationKnowledge,
} from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { retrieveAnswer } from '../../electron/service/features/knowledge/answers/retrieve-answer.ts';
import { demoAgents } from '../../electron/service/workspaces/demo/demo-organization.ts';
import { personas, type Persona } from '../../shared/agents/personas.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { answerable, foreign } from './asked-questions.ts';
import { openDemoKnowledge, type DemoKnowledge } from './demo-knowledge.ts';

const [renewals] = demoAgents;
const profile = { definition: createDefinition(renewals), organizationName: 'Northwind Broadband' };
const now = () => Date.parse('2026-11-28T10:00:00');
const metadata = { first_name: 'Wilhelmina', plan: 'Fiber 300' };

const noKnowledge: SimulationKnowledge = {
  ask: async () => ({ passages: [], answer: 'none' }),
  compareSentences: async (_, sentences) => sentences.map(() => 0),
  matchSentences: async () => [],
  sampleChunks: () => [],
};

let demo: DemoKnowledge;
let knowledge: SimulationKnowledge;

beforeAll(async () => {
  demo = await openDemoKnowledge();
  knowledge = cacheKnowledge(demo);
});

afterAll(() => demo?.stop());

type SimulatedCall = { readonly events: readonly ConversationEvent[]; readonly outcome: ConversationOutcome };

async function simulate(callId: string, persona: Persona | null, source = knowledge): Promise<SimulatedCall> {
  const events: ConversationEvent[] = [];
  const call = simulateConversation({
    ...profile,
    metadata,
    callId,
    persona,
    knowledge: source,
    turnClassifier: demo.turnClassifier,
    now,
  });
  for (;;) {
    const { done, value } = await call.next();
    if (done) return { events, outcome: value };
    events.push(value);
  }
}

const listTurns = (events: readonly ConversationEvent[]) => events.filter((event) => event.kind === 'turn');
const countWords = (events: readonly ConversationEvent[]) =>
  listTurns(events).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

describe('retrieving answers', () => {
  test(
    'separates questions that the documents answer from questions that they do not',
    { timeout: 180_000 },
    async () => {
      const answeredKnown = await Promise.all(
        answerable.map(async ([question]) => (await retrieveAnswer(question, knowledge)).level === 'likely'),
      );
      const answeredForeign = await Promise.all(
        foreign.map(async (question) => (await retrieveAnswer(question, knowledge)).level === 'likely'),
      );
      const [right, wrong] = [answeredKnown.filter(Boolean).length, answeredForeign.filter(Boolean).length];
      expect(right / answerable.length).toBeGreaterThan(0.9);
      expect(right / (right + wrong)).toBeGreaterThan(0.94);
    },
  );

  test('does not take what was said before for an answer', async () => {
    const answered = await Promise.all(
      foreign.map(async (question, at) => {
        const [remark = ''] = answerable[at % answerable.length] ?? [];
        return (await retrieveAnswer(question, knowledge, [remark])).level === 'likely';
      }),
    );
    expect(answered.filter(Boolean).length / foreign.length).toBeLessThan(0.1);
  });

  test('finds the answer in the right document', async () => {
    const found = await Promise.all(
      answerable.map(async ([question, title]) =>
        (await retrieveAnswer(question, knowledge)).passage?.title.startsWith(title),
      ),
    );
    expect(found.filter(Boolean).length / answerable.length).toBeGreaterThan(0.9);
  });
});

describe('a call', () => {
  test('is the same for the same id, also without a cache, and different for another id', async () => {
    const first = await simulate('call_same', 'interested');
    expect(await simulate('call_same', 'interested', demo)).toEqual(first);
    expect((await simulate('call_other', 'interested')).events).not.toEqual(first.events);
  });

  test.each(['interested', 'sceptical'] as const)('with the persona %s takes two to three minutes', async (persona) => {
    // Recipients who refuse at once make some calls short, so that a few calls have no reliable median.
    const counts: number[] = [];
    for (let at = 1; at <= 21; at += 1) counts.push(countWords((await simulate(`call_${at}`, persona)).events));
    const median = counts.toSorted((a, b) => a - b)[10] ?? 0;
    // With pauses, the agent and the recipient speak about 2.6 words per second.
    expect(median).toBeGreaterThan(2 * 60 * 2.6);
    expect(median).toBeLessThan(3 * 60 * 2.6);
    expect(Math.max(...counts)).toBeLessThan(560);
  });

  test('asks about the newest document first, and the agent answers from it', async () => {
    const newest = demo.sampleChunks()[0]?.document_id;
    const { events } = await simulate('call_newest', 'interested');
    expect(listTurns(events).find(({ passages }) => passages.length > 0)?.passages[0]?.document_id).toBe(newest);
  });

  test('answers most questions of many recipients, who use their own words, from the right document', async () => {
    const runs = chooseFuzzRuns({ perCommit: 12, long: 100 });
    let asked = 0;
    let right = 0;
    for (let at = 0; at < runs; at += 1) {
      const turns = listTurns((await simulate(`call_hundred_${at}`, at % 2 ? 'interested' : 'sceptical')).events);
      for (const [place, { questionDocumentId }] of turns.entries()) {
        if (questionDocumentId === null) continue;
        asked += 1;
        if (turns[place + 1]?.passages.some(({ document_id }) => document_id === questionDocumentId)) right += 1;
      }
    }
    expect(asked).toBeGreaterThan(1.5 * runs);
    expect(right / asked).toBeGreaterThan(0.75);
  });

  test.each(personas)('with the persona %s ends with its disposition', async (persona) => {
    const { events, outcome } = await simulate('call_end', persona);
    expect(listTurns(events).length).toBeLessThanOrEqual(40);
    if (persona === 'no_answer') expect(outcome.status).toBe('no_answer');
    else expect(Object.values(dispositions)).toContain(outcome.status === 'completed' ? outcome.disposition : '');
    if (persona === 'voicemail') {
      expect(events.map(({ kind }) => kind)).toEqual(['ring', 'answered', 'turn', 'beep', 'turn']);
      expect(outcome).toMatchObject({ disposition: dispositions.voicemail });
    }
    if (persona === 'wrong_person') expect(outcome).toMatchObject({ disposition: dispositions.wrongPerson });
    if (persona === 'busy') expect(outcome).toMatchObject({ disposition: dispositions.callback });
  });

  test('has a longer pause before answers from documents', async () => {
    const turns = listTurns((await simulate('call_gaps', 'interested')).events);
    for (const { gapSeconds, passages } of turns) {
      expect(gapSeconds).toBeGreaterThanOrEqual(passages.length > 0 ? 1 : 0.25);
      expect(gapSeconds).toBeLessThanOrEqual(1.4);
    }
  });

  test('completes without any documents', async () => {
    const { events, outcome } = await simulate('call_none', 'interested', noKnowledge);
    expect(outcome.status).toBe('completed');
    expect(listTurns(events).flatMap(({ passages }) => passages)).toEqual([]);
    expect(countWords(events)).toBeGreaterThan(120);
  });

  test('is answered for most random personas', async () => {
    const outcomes: string[] = [];
    for (let at = 0; at < 300; at += 1)
      outcomes.push((await simulate(`call_drawn_${at}`, null, noKnowledge)).outcome.status);
    const count = (status: string) => outcomes.filter((one) => one === status).length;
    expect(count('completed')).toBeGreaterThan(255);
    expect(count('no_answer')).toBeGreaterThan(3);
    expect(count('busy')).toBeGreaterThan(0);
  });

  test('has two different voices', () => {
    for (let at = 0; at < 50; at += 1) {
      const { agent, user } = pickVoices(`call_${at}`, 'rms');
      expect(agent).toBe('rms');
      expect(user).not.toBe('rms');
    }
  });
});

describe('an agent in a practice call', () => {
  const begin = (source: SimulationKnowledge = knowledge) =>
    createDialogueAgent({
      ...profile,
      metadata,
      seed: 'call_practice',
      knowledge: source,
      turnClassifier: demo.turnClassifier,
      now,
    });

  test('greets with the metadata and answers from the documents', async () => {
    const agent = begin();
    expect(agent.greet().text).toMatch(/^Hi Wilhelmina, .*Fiber 300/);
    const { text, passages } = await agent.respond('How much does a move cost?');
    expect(text).toContain('A move costs $60.00');
    expect(passages[0]?.title).toContain('Service agreement');
  });

  test('admits that it has no answer, and never repeats itself word for word', async () => {
    const agent = begin();
    agent.greet();
    const unknown = await agent.respond('Who designed your logo?');
    expect(unknown.passages).toEqual([]);
    await agent.respond('Yes please');
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push((await agent.respond('How much does a move cost?')).text);
    expect(new Set(answers).size).toBe(3);
  });

  test('says truthfully that it is a robot', async () => {
    const agent = begin(noKnowledge);
    expect((await agent.respond('Are you a robot?')).text).toMatch(/^(?:Yes|Yeah)\b.*automated/);
    expect((await agent.respond('Are you a real person?')).text).toMatch(/^(?:No|I'm not)\b.*automated/);
  });

  test.each([
    [['Yes', 'Have somebody call me.'], dispositions.followUp],
    [['Yes', 'Could someone from the team call me back?'], dispositions.followUp],
    [["I'm not interested", 'Okay, ask a colleague to call me then.'], dispositions.followUp],
    [['Please have somebody call me.', 'Never mind.', "I'm not interested."], dispositions.followUp],
    [['Send it to me by email', "Actually, I'm not interested."], dispositions.notInterested],
    [['I am busy right now.'], dispositions.callback],
    [['Yes'], dispositions.endedEarly],
  ])('after %j, a hang-up has the outcome of the last decisive statement', async (turns, disposition) => {
    const agent = begin(noKnowledge);
    agent.greet();
    for (const turn of turns) await agent.respond(turn);
    expect(agent.getDisposition()).toBe(disposition);
  });

  test('says a price with the name of its column', async () => {
    const agent = begin();
    agent.greet();
    expect((await agent.respond('How much is Talk Local?')).text).toContain('The monthly price of Talk Local is $9.00');
    expect((await agent.respond('How much does Fiber 500 cost?')).text).toContain('24-month term $59.00');
  });

  test('understands a question together with the turn before it', async () => {
    const answer = async (...turns: readonly string[]) => {
      const agent = begin();
      agent.greet();
      let text = '';
      for (const turn of turns) ({ text } = await agent.respond(turn));
      return text;
    };
    expect(await answer('How much is it a month?')).not.toContain('$6.00');
    expect(await answer("I'd like a mesh unit.", 'How much is it a month?')).toContain('$6.00 a month');
    expect(await answer("I'd like a mesh unit. How much is it a month?")).toContain('$6.00 a month');
  });

  test('accepts a second no', async () => {
    const agent = begin(noKnowledge);
    agent.greet();
    await agent.respond('Yes');
    expect((await agent.respond("I'm not interested")).hasCallEnded).toBe(false);
    expect(await agent.respond('No, really, not interested.')).toMatchObject({
      hasCallEnded: true,
      disposition: dispositions.notInterested,
    });
  });

  test.each([
    ['You have the wrong number', dispositions.wrongPerson],
    ['Stop calling me', dispositions.doNotCall],
    ['I am driving, call me back tomorrow at four', dispositions.callback],
    ['Goodbye', dispositions.endedEarly],
    ['Have somebody call me tomorrow', dispositions.followUp],
  ])('ends at "%s"', async (turn, disposition) => {
    const agent = begin(noKnowledge);
    agent.greet();
    expect(await agent.respond(turn)).toMatchObject({ hasCallEnded: true, disposition });
  });

  test('ends the call after many unusual messages', async () => {
    const agent = begin();
    agent.greet();
    const turns = [
      '😀'.repeat(250),
      '你好，'.repeat(160),
      `'; DROP TABLE call; --`,
      '<img src=x onerror=alert(1)>',
      '\u0000\u202e',
      'a'.repeat(500),
      '?'.repeat(500),
    ];
    let hasCallEnded = false;
    for (let at = 0; at < 19 && !hasCallEnded; at += 1) {
      const reply = await agent.respond(turns[at % turns.length] ?? '');
      expect(reply.text).toMatch(/\p{L}{2}/u);
      expect(reply.text).not.toMatch(/[<>]|\p{C}/u);
      hasCallEnded = reply.hasCallEnded;
    }
    expect(hasCallEnded).toBe(true);
  });
});
