import type { AgentDefinition, AgentEngine, AgentOutcome, AgentQuestion } from './agent-definition.ts';

/** A difference between two definitions. `path` is a JSON Pointer; a text is null if that side lacks the part. */
export type DefinitionChange = {
  readonly path: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Labels of the fields, in the order in which people read them. */
export const definitionLabels = {
  name: 'Name',
  spoken_name: 'Spoken name',
  greeting: 'Greeting',
  objective: 'Objective',
  audience: 'Audience',
  questions: 'Questions',
  may_say: 'May say',
  must_never_say: 'Must never say',
  hand_over: 'Handover',
  voicemail_message: 'Voicemail message',
  engine: 'Conversation',
  voice: 'Voice',
  speaking_rate_percent: 'Speed',
  documents: 'Documents',
  outcomes: 'Outcomes',
  max_talk_minutes: 'Maximum talk time',
} as const satisfies Record<keyof AgentDefinition, string>;

const definitionFields = Object.keys(definitionLabels) as readonly (keyof AgentDefinition)[]; // Object.keys returns string[]

/** Lists the differences field by field. A question is the same if its captured field is, and an outcome if its name is. */
export function compareDefinitions(before: AgentDefinition, after: AgentDefinition): readonly DefinitionChange[] {
  return definitionFields.flatMap((field) => compareField(field, before, after));
}

/** Returns the labels of the fields that differ, without duplicates. */
export function listChangedFields(before: AgentDefinition, after: AgentDefinition): readonly string[] {
  return [...new Set(compareDefinitions(before, after).map(({ label }) => label))];
}

function compareField(
  field: keyof AgentDefinition,
  before: AgentDefinition,
  after: AgentDefinition,
): readonly DefinitionChange[] {
  const label = definitionLabels[field];
  const path = `/${field}`;
  switch (field) {
    case 'questions':
      return compareItems(
        path,
        label,
        toItems(before.questions, formatQuestion),
        toItems(after.questions, formatQuestion),
      );
    case 'outcomes':
      return compareItems(path, label, toItems(before.outcomes, formatOutcome), toItems(after.outcomes, formatOutcome));
    case 'may_say':
    case 'must_never_say':
      return compareItems(path, label, before[field].map(toPhrase), after[field].map(toPhrase));
    default: {
      const texts = { before: formatField(field, before), after: formatField(field, after) };
      return texts.before === texts.after ? [] : [{ path, label, ...texts }];
    }
  }
}

type Item = { readonly key: string; readonly text: string };

/** Compares lists: items that were removed, added or changed, and the order of those that both lists have. */
function compareItems(
  path: string,
  label: string,
  before: readonly Item[],
  after: readonly Item[],
): readonly DefinitionChange[] {
  const oldTexts = new Map(before.map(({ key, text }) => [key, text]));
  const newTexts = new Map(after.map(({ key, text }) => [key, text]));
  const changes: DefinitionChange[] = [];
  for (const key of new Set([...newTexts.keys(), ...oldTexts.keys()])) {
    const [oldText = null, newText = null] = [oldTexts.get(key), newTexts.get(key)];
    if (oldText !== newText) changes.push({ path: `${path}/${escape(key)}`, label, before: oldText, after: newText });
  }
  const [oldOrder, newOrder] = [
    [...oldTexts.keys()].filter((key) => newTexts.has(key)),
    [...newTexts.keys()].filter((key) => oldTexts.has(key)),
  ];
  if (oldOrder.join('\n') !== newOrder.join('\n'))
    changes.push({ path, label, before: oldOrder.join(', '), after: newOrder.join(', ') });
  return changes;
}

function toItems<Value extends AgentQuestion | AgentOutcome>(
  values: readonly Value[],
  format: (value: Value) => string,
): readonly Item[] {
  return values.map((value) => ({ key: 'field' in value ? value.field : value.name, text: format(value) }));
}

function toPhrase(text: string): Item {
  return { key: text, text };
}

function formatQuestion({ field, text, type, choices, required, needs_follow_up }: AgentQuestion): string {
  const details = [
    questionTypeLabels[type] + (choices.length > 0 ? ` (${choices.join(', ')})` : ''),
    required ? 'required' : 'optional',
    ...(needs_follow_up ? ['needs follow-up'] : []),
  ];
  return `${text} — ${field}: ${details.join(', ')}`;
}

/** Labels of the types of questions. */
export const questionTypeLabels = {
  yes_no: 'yes or no',
  choice: 'choice',
  date: 'date',
  time: 'time',
  number: 'number',
  email: 'email address',
  text: 'free text',
} as const satisfies Record<AgentQuestion['type'], string>;

/** Labels of what can lead a conversation. */
export const agentEngineLabels = {
  rules: 'Built-in rules',
  model: 'Language model',
} as const satisfies Record<AgentEngine, string>;

function formatOutcome({ name, is_success, needs_follow_up }: AgentOutcome): string {
  const details = [...(is_success ? ['success'] : []), ...(needs_follow_up ? ['needs follow-up'] : [])];
  return details.length === 0 ? name : `${name} — ${details.join(', ')}`;
}

function formatField(field: keyof AgentDefinition, definition: AgentDefinition): string {
  const { hand_over, documents } = definition;
  switch (field) {
    case 'hand_over':
      return hand_over ? `${hand_over.when} — ${hand_over.number}` : '';
    case 'documents':
      return documents.scope === 'all'
        ? 'All documents'
        : [...documents.document_ids, ...documents.labels.map((name) => `label “${name}”`)].join(', ');
    case 'engine':
      return agentEngineLabels[definition.engine];
    case 'speaking_rate_percent':
      return `${definition.speaking_rate_percent}%`;
    case 'max_talk_minutes':
      return `${definition.max_talk_minutes} min`;
    default:
      return String(definition[field]);
  }
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
