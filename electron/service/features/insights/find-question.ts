import { findTurnQuestion } from '../simulation/dialogue/interpret-turn.ts';

/** Returns the question of a turn without introductory words, and what the recipient said before it. */
export function findQuestion(text: string): { readonly question: string; readonly remark: string } {
  const question = findTurnQuestion(text) ?? text;
  const capitalized = question.charAt(0).toUpperCase() + question.slice(1);
  return { question: capitalized, remark: text.slice(0, Math.max(0, text.indexOf(question))).trim() };
}
