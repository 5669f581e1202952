import { recipientNumberPattern } from '../calls/recipient-number.ts';
import { limits } from '../contract/limits.ts';
import type { InputError } from '../contract/problems.ts';
import type { AgentDefinition, AgentQuestion } from './agent-definition.ts';
import { isSameName } from '../text/plain-text.ts';
import { findPhrase } from './find-phrase.ts';
import { findTemplateError } from './greeting.ts';

const fieldPattern = /^[a-z][a-z0-9_]{0,39}$/;

/** Finds what keeps a definition from being published or tried, with the JSON Pointer of each part. */
export function findDefinitionErrors(definition: AgentDefinition): readonly InputError[] {
  const errors: InputError[] = [];
  const add = (pointer: string, detail: string | null) => void (detail !== null && errors.push({ pointer, detail }));
  const { questions, outcomes, hand_over, documents } = definition;
  if (definition.name === '') add('/name', 'Enter a name.');
  if (definition.objective === '') add('/objective', 'Enter an objective.');
  if (definition.greeting === '') add('/greeting', 'Enter a greeting.');
  for (const field of ['greeting', 'voicemail_message'] as const) {
    add(`/${field}`, findTemplateError(definition[field]));
    add(`/${field}`, explainPhrase(definition[field], definition.must_never_say));
  }

  for (const [index, question] of questions.entries()) {
    const pointer = `/questions/${index}`;
    const before = questions.slice(0, index);
    if (question.text === '') add(`${pointer}/text`, 'Enter a question.');
    else if (before.some(({ text }) => isSameName(text, question.text)))
      add(`${pointer}/text`, 'This question is in the list already.');
    add(`${pointer}/text`, explainPhrase(question.text, definition.must_never_say));
    if (!fieldPattern.test(question.field))
      add(
        `${pointer}/field`,
        'Start the field name with a letter from a to z, and use only these letters, digits and “_”.',
      );
    else if (before.some(({ field }) => field === question.field))
      add(`${pointer}/field`, `Another question has the field “${question.field}”.`);
    add(`${pointer}/choices`, findChoiceError(question));
  }

  for (const field of ['may_say', 'must_never_say'] as const)
    for (const [index, phrase] of definition[field].entries()) {
      const pointer = `/${field}/${index}`;
      if (phrase === '') add(pointer, 'Enter text, or delete this line.');
      else if (definition[field].slice(0, index).some((other) => isSameName(other, phrase)))
        add(pointer, `“${phrase}” is in the list already.`);
      if (field === 'may_say') add(pointer, explainPhrase(phrase, definition.must_never_say));
    }

  if (hand_over) {
    if (hand_over.when === '') add('/hand_over/when', 'Enter when the agent hands the call over.');
    if (!recipientNumberPattern.test(hand_over.number))
      add('/hand_over/number', 'Enter the number with “+” and 7 to 15 digits.');
  }

  if (documents.scope === 'selected' && documents.document_ids.length === 0 && documents.labels.length === 0)
    add('/documents', 'Choose a document or a label, or allow all documents.');

  if (outcomes.length === 0) add('/outcomes', 'Add an outcome.');
  for (const [index, { name }] of outcomes.entries()) {
    if (name === '') add(`/outcomes/${index}/name`, 'Enter a name.');
    else if (outcomes.slice(0, index).some((other) => isSameName(other.name, name)))
      add(`/outcomes/${index}/name`, `Another outcome is named “${name}”.`);
  }
  return errors;
}

function explainPhrase(text: string, forbidden: readonly string[]): string | null {
  const phrase = findPhrase(text, forbidden);
  return phrase === null ? null : `This contains “${phrase}”, which the agent must never say.`;
}

function findChoiceError({ type, choices }: AgentQuestion): string | null {
  if (type !== 'choice') return choices.length === 0 ? null : 'Only a question of the type “choice” has choices.';
  if (choices.length < 2) return `Enter from 2 to ${limits.agentChoices} choices.`;
  if (choices.includes('')) return 'Enter a text for each choice.';
  const repeated = choices.find((choice, index) => choices.slice(0, index).some((other) => isSameName(other, choice)));
  return repeated === undefined ? null : `“${repeated}” is in the list already.`;
}
