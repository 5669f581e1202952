import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickPersona } from '../../../electron/service/features/simulation/recipient/simulated-recipient.ts';
import {
  simulateConversation,
  type ConversationEvent,
} from '../../../electron/service/features/simulation/simulate-conversation.ts';
import {
  cacheKnowledge,
  type SimulationKnowledge,
} from '../../../electron/service/features/simulation/simulation-knowledge.ts';
import { difficultPhrases } from '../../../electron/service/features/simulation/wording/difficult-recipient-phrases.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import { demoAgents } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { createDefinition } from '../../../shared/agents/agent-definition.ts';
import { difficultPersonas, type Persona } from '../../../shared/agents/personas.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import { openDemoKnowledge, type DemoKnowledge } from '../demo-knowledge.ts';

let demo: DemoKnowledge;
let knowledge: SimulationKnowledge;
beforeAll(async () => {
  demo = await openDemoKnowledge();
  knowledge = cacheKnowledge(demo);
});
afterAll(() => demo?.stop());

async function simulate(callId: string, persona: Persona) {
  const events: ConversationEvent[] = [];
  const call = simulateConversation({
    definition: createDefinition(demoAgents[0]),
    organizationName: 'Northwind Broadband',
    metadata: { first_name: 'Wilhelmina' },
    callId,
    persona,
    knowledge,
    turnClassifier: demo.turnClassifier,
    now: () => Date.parse('2026-11-28T10:00:00'),
  });
  for (;;) {
    const { done, value } = await call.next();
    if (done) return { events, disposition: value.status === 'completed' ? value.disposition : null };
    events.push(value);
  }
}

test.each(difficultPersonas)('the persona %s speaks in its own words, the same in the same call', async (persona) => {
  const { greetings, remarks } = difficultPhrases[persona];
  const calls = await Promise.all(['call_1', 'call_2', 'call_3'].map((callId) => simulate(callId, persona)));
  const said = calls.map(({ events }) =>
    events.flatMap((event) => (event.kind === 'turn' && event.speaker === 'user' ? [event.text] : [])),
  );
  for (const [, first = ''] of said) expect(greetings).toContain(first);
  expect(said.flat().some((text) => remarks.some((remark) => text.startsWith(remark)))).toBe(true);
  for (const { disposition } of calls) expect(Object.values(dispositions)).toContain(disposition);
  expect(await simulate('call_1', persona)).toEqual(calls[0]);
});

test('after a hostile call, the number is not called again', async () => {
  expect((await simulate('call_hostile', 'hostile')).disposition).toBe(dispositions.doNotCall);
});

test('a recipient who wants a person gets one', async () => {
  const { disposition } = await simulate('call_person', 'wants_person');
  expect([dispositions.followUp, dispositions.callback]).toContain(disposition);
});

test('a random recipient is not difficult', () => {
  const picked = Array.from({ length: 500 }, (_, at) => pickPersona(createRandom(`call_${at}`)));
  expect(picked.filter((persona) => difficultPersonas.some((one) => one === persona))).toEqual([]);
});
