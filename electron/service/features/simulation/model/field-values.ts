import type { AgentQuestion, QuestionType } from '../../../../../shared/agents/agent-definition.ts';

/** The form of an answer to a question of each type, as the model is told. */
export const answerForms = {
  yes_no: 'yes or no',
  choice: 'one of the choices',
  date: 'a date such as 2026-11-28',
  time: 'a time such as 14:30',
  number: 'a number such as 1250.5',
  email: 'an e-mail address',
  text: 'free text',
} as const satisfies Record<QuestionType, string>;

const patterns: Readonly<Partial<Record<QuestionType, RegExp>>> = {
  yes_no: /^(?:yes|no)$/i,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  number: /^-?\d{1,15}(?:\.\d{1,6})?$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/,
};

/** Returns the value of an answer in the form of its question's type, or null if it has another form. */
export function readFieldValue({ type, choices }: AgentQuestion, answer: string): string | null {
  const text = answer.trim();
  if (type === 'choice') return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null;
  const pattern = patterns[type];
  if (pattern && !pattern.test(text)) return null;
  return type === 'yes_no' ? text.toLowerCase() : text;
}
