import { describe, expect, test } from 'vitest';
import {
  agentDefinitionSchema,
  createDefinition,
  type AgentDefinition,
} from '../../../shared/agents/agent-definition.ts';
import { compareDefinitions, listChangedFields } from '../../../shared/agents/compare-definitions.ts';
import { findDefinitionErrors } from '../../../shared/agents/find-definition-errors.ts';
import { findPhrase } from '../../../shared/agents/find-phrase.ts';

const definition = createDefinition({
  name: 'Renewals',
  greeting: 'Hello {first_name}, this is Brightwave.',
  objective: 'Renew contracts.',
  voice: 'slt',
});

const question = {
  field: 'email',
  text: 'What is your e-mail address?',
  type: 'email',
  choices: [] as string[],
} as const;
const optional = { required: false, needs_follow_up: false };
const yesNo = {
  field: 'is_owner',
  text: 'Are you the owner?',
  type: 'yes_no',
  choices: [] as string[],
  ...optional,
} as const;

describe('a definition with defaults', () => {
  test('can be published, and has the outcomes of simulated calls', () => {
    expect(findDefinitionErrors(definition)).toEqual([]);
    expect(definition.outcomes).toContainEqual({ name: 'Interested', is_success: true, needs_follow_up: false });
    expect(definition.outcomes).toContainEqual({
      name: 'Callback requested',
      is_success: false,
      needs_follow_up: true,
    });
    expect(definition.documents).toEqual({ scope: 'all', document_ids: [], labels: [] });
  });

  test('refuses a field with 100,000 characters', () => {
    const long = 'a'.repeat(100_000);
    for (const field of ['name', 'spoken_name', 'greeting', 'objective', 'audience', 'voicemail_message'])
      expect(agentDefinitionSchema.safeParse({ ...definition, [field]: long }).success, field).toBe(false);
    expect(agentDefinitionSchema.safeParse({ ...definition, must_never_say: [long] }).success).toBe(false);
  });
});

const mistakes: readonly (readonly [mistake: string, values: Partial<AgentDefinition>, pointer: string])[] = [
  ['no name', { name: '' }, '/name'],
  ['no greeting', { greeting: '' }, '/greeting'],
  ['no objective', { objective: '' }, '/objective'],
  ['a placeholder without an end', { greeting: 'Hello {first_name, this is Nora.' }, '/greeting'],
  ['a placeholder without a start', { voicemail_message: 'Call first_name} back.' }, '/voicemail_message'],
  ['a placeholder with a space in its name', { greeting: 'Hello {first name}.' }, '/greeting'],
  ['a section without an end', { greeting: 'Hello[ {first_name}.' }, '/greeting'],
  [
    'the text of a question twice',
    {
      questions: [
        { ...question, ...optional },
        { ...question, ...optional, field: 'email_2' },
      ],
    },
    '/questions/1/text',
  ],
  ['the field of a question twice', { questions: [yesNo, { ...yesNo, text: 'Do you own it?' }] }, '/questions/1/field'],
  ['a field with a space', { questions: [{ ...yesNo, field: 'is owner' }] }, '/questions/0/field'],
  ['one choice', { questions: [{ ...yesNo, type: 'choice', choices: ['Blue'] }] }, '/questions/0/choices'],
  ['a choice twice', { questions: [{ ...yesNo, type: 'choice', choices: ['Blue', 'blue'] }] }, '/questions/0/choices'],
  ['choices of a date', { questions: [{ ...yesNo, type: 'date', choices: ['Blue', 'Red'] }] }, '/questions/0/choices'],
  ['an empty sentence', { may_say: [''] }, '/may_say/0'],
  ['a greeting with a forbidden word', { must_never_say: ['brightwave'] }, '/greeting'],
  [
    'a sentence with a forbidden phrase',
    { may_say: ['It’s free, for ever.'], must_never_say: ['free for ever'] },
    '/may_say/0',
  ],
  ['a number without a country', { hand_over: { when: 'They ask for it.', number: '0207946' } }, '/hand_over/number'],
  ['no chosen document', { documents: { scope: 'selected', document_ids: [], labels: [] } }, '/documents'],
  ['no outcome', { outcomes: [] }, '/outcomes'],
  [
    'an outcome twice',
    { outcomes: ['Sold', 'sold'].map((name) => ({ name, is_success: true, needs_follow_up: false })) },
    '/outcomes/1/name',
  ],
];

test.each(mistakes)('finds %s', (_, values, pointer) => {
  const errors = findDefinitionErrors({ ...definition, ...values });
  expect(errors.map((error) => error.pointer)).toEqual([pointer]);
  expect(errors[0]?.detail).toMatch(/^[A-Z“].*\.$/);
});

describe('a comparison', () => {
  test('of a definition with itself is empty', () => {
    expect(compareDefinitions(definition, { ...definition })).toEqual([]);
  });

  test('names each field that differs, with both texts', () => {
    const after = { ...definition, greeting: 'Hi.', speaking_rate_percent: 110, questions: [yesNo] };
    expect(compareDefinitions(definition, after)).toEqual([
      { path: '/greeting', label: 'Greeting', before: definition.greeting, after: 'Hi.' },
      { path: '/questions/is_owner', label: 'Questions', before: null, after: expect.stringContaining('Are you') },
      { path: '/speaking_rate_percent', label: 'Speed', before: '100%', after: '110%' },
    ]);
    expect(listChangedFields(definition, after)).toEqual(['Greeting', 'Questions', 'Speed']);
  });

  test('finds questions in another order', () => {
    const other = { ...question, ...optional };
    const changes = compareDefinitions(
      { ...definition, questions: [yesNo, other] },
      { ...definition, questions: [other, yesNo] },
    );
    expect(changes).toEqual([
      { path: '/questions', label: 'Questions', before: 'is_owner, email', after: 'email, is_owner' },
    ]);
  });
});

test('a phrase is found as whole words, regardless of case and punctuation', () => {
  expect(findPhrase('That’s FREE — for ever!', ['guaranteed', 'free, for ever'])).toBe('free, for ever');
  expect(findPhrase('Freedom is great.', ['free'])).toBeNull();
  expect(findPhrase('Anything', ['', '—'])).toBeNull();
});
