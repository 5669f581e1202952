import * as z from 'zod';
import type { AgentQuestion } from '../agents/agent-definition.ts';
import { limits } from '../contract/limits.ts';
import { emailPattern, normalizeEmail } from '../text/email-address.ts';
import { isSameName, toPlainLine } from '../text/plain-text.ts';

type NormalizedAnswer = { readonly value: string } | { readonly error: string };

/**
 * Returns an answer in the form of the question's type: `yes` or `no`, one of the choices, a date such as 2026-11-28, a time such as
 * 14:30, a number such as 1250.5, an email address, or the text. Returns a sentence if it does not have the form.
 */
export function normalizeAnswer(
  { type, choices }: Pick<AgentQuestion, 'type'> & { readonly choices: readonly string[] },
  answer: string,
): NormalizedAnswer {
  const text = toPlainLine(answer);
  if (text === '') return { error: 'Enter an answer.' };
  if (text.length > limits.capturedValueLength)
    return { error: `Use at most ${limits.capturedValueLength} characters.` };
  switch (type) {
    case 'yes_no': {
      const value = { y: 'yes', yes: 'yes', n: 'no', no: 'no' }[text.toLowerCase()];
      return value ? { value } : { error: 'Enter yes or no.' };
    }
    case 'choice': {
      const value = choices.find((choice) => isSameName(choice, text));
      return value ? { value } : { error: `Choose one of ${choices.join(', ')}.` };
    }
    case 'date':
      return z.iso.date().safeParse(text).success ? { value: text } : { error: 'Enter a date such as 2026-11-28.' };
    case 'time':
      return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? { value: text } : { error: 'Enter a time such as 14:30.' };
    case 'number': {
      const digits = text.replaceAll(/(?<=\d)[,\s](?=\d{3}\b)/g, '');
      return /^[+-]?\d{1,15}(?:\.\d{1,9})?$/.test(digits)
        ? { value: String(Number(digits)) }
        : { error: 'Enter a number such as 1250.5.' };
    }
    case 'email':
      return emailPattern.test(normalizeEmail(text)) ? { value: text } : { error: 'Enter an email address.' };
    case 'text':
      return { value: text };
  }
}
