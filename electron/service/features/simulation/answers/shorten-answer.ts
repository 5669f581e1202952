import { countWords } from '../../../platform/text-line.ts';
import { truncateWords } from '../spoken-text.ts';

/** A shorter part of a sentence rarely answers a question. */
const minWords = 5;

const bracketsPattern = /\s*[([][^()[\]]*[)\]]/g;

/** Where a sentence can end early: at a punctuation mark, or before a word that adds to it. */
const pausePattern = /[;:,](?= )|(?<![;:,])(?= (?:but|because|so that|unless|which|where|while)\b)/g;

const introductionPattern =
  /^(?:if|when|whenever|unless|after|before|because|since|once|while|although|as|until|whether|in|on|at|for|with|without|to|from)\b/i;

/**
 * Shortens a written sentence to one that is said in a breath. Its end is where the sentence has a pause and what comes before it
 * is complete. What is in brackets is left out. If there is no such pause, the sentence stays as long as it is, up to twice the limit.
 */
export function shortenAnswer(sentence: string, maxWords: number): string {
  const plain = sentence.replaceAll(bracketsPattern, '').replace(/\s*[([][^)\]]*$/, '');
  if (countWords(plain) <= maxWords) return plain;
  const parts = Array.from(plain.matchAll(pausePattern), ({ index }) => plain.slice(0, index));
  const part = parts.findLast((text) => countWords(text) <= maxWords && isComplete(text));
  return part ?? truncateWords(plain, 2 * maxWords);
}

/** An introduction such as "If the total is below $5.00" needs the clause after its comma. */
function isComplete(part: string): boolean {
  if (countWords(part) < minWords) return false;
  if (!introductionPattern.test(part)) return true;
  const comma = part.indexOf(', ');
  return comma !== -1 && countWords(part.slice(comma)) >= 3;
}
