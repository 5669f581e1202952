import { expect, test } from 'vitest';
import { createDefinition } from '../../../shared/agents/agent-definition.ts';
import {
  getSpokenAgentName,
  getSpokenOrganization,
} from '../../../electron/service/features/simulation/dialogue/agent-introduction.ts';
import { createDialogueAgent } from '../../../electron/service/features/simulation/dialogue/dialogue-agent.ts';
import { openDialogueKnowledge } from '../dialogue-knowledge.ts';
import { demoAgents } from '../../../electron/service/workspaces/demo/demo-organization.ts';

test.each([
  ['Hi Ana, this is Nora, the automated assistant at Acme.', 'Nora'],
  ["Hi! My name's Sam, and I'm an automated assistant.", 'Sam'],
  ["Hello, I'm Anne-Marie from Acme.", 'Anne-Marie'],
  ["Hello, I'm an automated assistant at Acme.", 'the assistant from Acme'],
  ['Hi, this is Acme, calling about your order.', 'the assistant from Acme'],
  ['Hi, I am calling about your order.', 'the assistant from Acme'],
  ['', 'the assistant from Acme'],
])('the greeting "%s" gives the spoken name "%s"', (greeting, name) => {
  expect(getSpokenAgentName(greeting, 'Acme')).toBe(name);
});

test.each([
  ['Hello, this is Holly from Brightwell Heating, an automated assistant.', 'Brightwell Heating'],
  ['Hi, I am calling on behalf of the Oak & Elm Clinic about Friday.', 'Oak & Elm Clinic'],
  ["Hi, I'm Sam with Brightwell. It is about your visit with Dr Park at noon.", 'Brightwell'],
  ['Hi, this is Nora from Acme Energy.', 'Acme'],
  ['Hello, it is about your visit with Dr Park on March 3.', 'Acme'],
  ['Hello from all of us!', 'Acme'],
])('the greeting "%s" gives the organization %s', (greeting, organization) => {
  expect(getSpokenOrganization(greeting, 'Acme')).toBe(organization);
});

test('an agent never says its name in the agent list', async () => {
  const { turnClassifier, close } = openDialogueKnowledge();
  for (const agent of demoAgents) {
    const dialogue = createDialogueAgent({
      definition: createDefinition(agent),
      organizationName: 'Northwind Broadband',
      metadata: { first_name: 'Ana' },
      turnClassifier,
      now: () => 0,
      seed: agent.name,
      knowledge: {
        ask: async () => ({ passages: [], answer: 'none' }),
        compareSentences: async () => [],
        matchSentences: async () => [],
        sampleChunks: () => [],
      },
    });
    const texts = [dialogue.greet().text];
    for (const turn of ['Who is this?', "What's your name?", 'Are you a robot?', 'What is this about?', 'Okay, bye.'])
      texts.push((await dialogue.respond(turn)).text);
    expect(texts.join(' ').toLowerCase()).not.toContain(agent.name.toLowerCase());
    expect(texts.join(' ')).toContain('Northwind');
  }
  await close();
});
