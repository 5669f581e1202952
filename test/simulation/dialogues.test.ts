import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFollowUps } from '../../electron/service/features/calls/follow-ups/find-follow-ups.ts';
import { readDueTime } from '../../electron/service/features/calls/follow-ups/read-due-time.ts';
import { createCallAgent } from '../../electron/service/features/simulation/dialogue/call-agent.ts';
import { createDefinition, type AgentQuestion } from '../../shared/agents/agent-definition.ts';
import { findKeyMoments } from '../../shared/calls/key-moments.ts';
import { summarizeCall } from '../../shared/calls/summarize-call.ts';
import { createSampleTurn } from '../helpers/components/sample-call.ts';
import { openDialogueKnowledge, type DialogueKnowledge } from './dialogue-knowledge.ts';

/** Patterns are regular expressions without regard to case. */
type Dialogue = {
  readonly organization: string;
  readonly objective: string;
  readonly greeting: string;
  readonly documents: readonly string[];
  readonly questions?: AgentQuestion[];
  readonly turns: readonly {
    readonly say: string;
    /** What the agent's reply contains, and what it does not. */
    readonly hears?: string;
    readonly never?: string;
    /** The title of a document that the reply cites. */
    readonly cites?: string;
    readonly ends?: boolean;
  }[];
  /** Null if only `notOutcome` is expected. */
  readonly outcome: string | null;
  readonly notOutcome?: readonly string[];
  /** The beginning of each captured value. */
  readonly fields: Readonly<Record<string, string>>;
  /** What no reply contains. */
  readonly never: readonly string[];
  /** What the next steps of the call's summary contain, and what they do not. */
  readonly steps?: string;
  readonly notSteps?: string;
  /** The kind of the follow-up, and what names when it is due. */
  readonly followUp?: string;
  /** The number of the recipient's questions in the key moments. */
  readonly asked?: number;
};

const folder = fileURLToPath(new URL('../fixtures/dialogues/', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'));

/** A Saturday. */
const now = () => new Date(2026, 10, 28, 10).getTime();

let opened: DialogueKnowledge;
beforeAll(() => {
  opened = openDialogueKnowledge();
});
afterAll(() => opened.close());

const has = (text: string, pattern: string | undefined, otherwise: boolean) =>
  pattern === undefined ? otherwise : new RegExp(pattern, 'i').test(text);

test.each(names.flatMap((name) => [`${name}, call 1`, `${name}, call 2`]))('the agent copes with %s', async (seed) => {
  const [name = ''] = seed.split(',');
  const dialogue = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Dialogue; // what it has is checked below
  const { organization, objective, greeting, questions = [] } = dialogue;
  const agent = createCallAgent({
    definition: createDefinition({ name: 'Tested', voice: 'slt', objective, greeting, questions }),
    organizationName: organization,
    metadata: { first_name: 'Ada' },
    seed,
    knowledge: await opened.open(dialogue.documents.map((file) => `${folder}documents/${file}`)),
    turnClassifier: opened.turnClassifier,
    now,
  });
  const turns = [createSampleTurn('agent', agent.greet().text)];
  const fields: Record<string, string | null> = {};
  const problems: string[] = [];
  const expectThat = (isTrue: boolean, problem: string) => isTrue || problems.push(problem);
  for (const { say, hears, never, cites, ends } of dialogue.turns) {
    const { text, passages, answers = [], hasCallEnded } = await agent.respond(say);
    turns.push(createSampleTurn('user', say), { ...createSampleTurn('agent', text), passages: [...passages] });
    for (const { question, value } of answers) fields[question.field] = value;
    expectThat(has(text, hears, true), `“${say}” is not answered with ${hears}`);
    expectThat(!has(text, never, false), `“${say}” is answered with ${never}`);
    expectThat(cites === undefined || passages.some(({ title }) => title.startsWith(cites)), `“${say}” cites nothing`);
    expectThat(ends === undefined || ends === hasCallEnded, `“${say}” ends the call: ${hasCallEnded}`);
  }
  const spoken = turns.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
  for (const words of [...dialogue.never, '[<>{}]'])
    expectThat(!has(spoken.join('\n'), words, false), `the agent says ${words}`);
  const outcome = agent.getDisposition();
  expectThat(
    outcome === (dialogue.outcome ?? outcome) && !dialogue.notOutcome?.includes(outcome),
    `the outcome is ${outcome}`,
  );
  for (const [field, value] of Object.entries(dialogue.fields))
    expectThat(fields[field]?.startsWith(value) ?? false, `${field} is ${fields[field]}`);
  const steps = summarizeCall(turns)
    .nextSteps.map(({ text }) => text)
    .join('\n');
  expectThat(has(steps, dialogue.steps, true) && !has(steps, dialogue.notSteps, false), `the next steps are: ${steps}`);
  const followUps = findFollowUps({ turns, outcome: { name: outcome, needs_follow_up: true }, fields: [] });
  const due = followUps[0]?.timeSentences.flatMap((sentence) => readDueTime(sentence, now())?.words ?? [])[0];
  const followUp = [followUps[0]?.kind ?? 'none', due].filter((part) => part !== undefined).join(': ');
  expectThat(
    dialogue.followUp === undefined || followUp.toLowerCase().startsWith(dialogue.followUp),
    `the follow-up is ${followUp}`,
  );
  const { questions: asked } = findKeyMoments(turns, { hasTimes: false });
  expectThat(asked.user === (dialogue.asked ?? asked.user), `the recipient asks ${asked.user} questions`);
  expect(problems, turns.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')).toEqual([]);
});
