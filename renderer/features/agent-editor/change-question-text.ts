import type { AgentQuestion } from '../../../shared/agents/agent-definition.ts';
import { guessQuestionType, listNamedChoices } from '../../../shared/agents/guess-question-type.ts';
import { limits } from '../../../shared/contract/limits.ts';

/** Words that say little about an answer. */
const fillers: readonly string[] =
  'a an and are at can could did do does for have how i in is it may of on or the there to was we what when which who will with would you your'.split(
    ' ',
  );

const maxWords = 4;

/** Suggests the name of the field for the answer to a question: `preferred_delivery_day`. It differs from all `taken` names. */
export function suggestFieldName(text: string, taken: readonly string[]): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !fillers.includes(word))
    .slice(0, maxWords);
  const name =
    words
      .join('_')
      .replace(/^[^a-z]+/, '')
      .slice(0, limits.agentFieldLength - 3) || 'answer';
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}_${number}`)) return `${name}_${number}`;
}

function guessAnswer(text: string): Pick<AgentQuestion, 'type' | 'choices'> {
  const choices = [...listNamedChoices(text)];
  return choices.length > 0 ? { type: 'choice', choices } : { type: guessQuestionType(text), choices };
}

/** Changes the text of a question. The name of its field, the type of its answer and its choices follow the text until they are chosen. */
export function changeQuestionText(
  question: AgentQuestion,
  text: string,
  otherFields: readonly string[],
): AgentQuestion {
  const isFieldSuggested = question.field === '' || question.field === suggestFieldName(question.text, otherFields);
  const guessed = guessAnswer(question.text);
  const isAnswerGuessed = question.type === guessed.type && question.choices.join('\n') === guessed.choices.join('\n');
  return {
    ...question,
    text,
    ...(isFieldSuggested && { field: suggestFieldName(text, otherFields) }),
    ...(isAnswerGuessed && guessAnswer(text)),
  };
}
