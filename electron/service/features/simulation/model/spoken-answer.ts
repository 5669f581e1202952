import { findPhrase } from '../../../../../shared/agents/find-phrase.ts';
import { splitText } from '../../../../../shared/calls/transcript-sentences.ts';
import { normalizeLine } from '../../../platform/text-line.ts';

/** A longer turn is cut after a sentence. */
export const maxTurnLength = 600;

/**
 * What a model thinks, and the tools that it uses, which some servers leave in the text: between tags, after a mark, or as JSON. Without
 * an end, it continues in a later piece of the answer.
 */
const unspokenPattern = new RegExp(
  [
    /<(think|thinking|thought|reasoning|tool_calls?|function_calls?|tools?)>[\s\S]*?(?:<\/\1>|$)/,
    /<function=[\s\S]*?(?:<\/function>|$)/,
    /\[THINK\][\s\S]*?(?:\[\/THINK\]|$)/,
    /◁think▷[\s\S]*?(?:◁\/think▷|$)/,
    /(?:\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call)[\s\S]*$/,
    /\[?\s*\{\s*"(?:name|function|tool|tool_calls?|arguments|parameters)"\s*:[\s\S]*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** The end of thoughts whose beginning is in the prompt, as some servers leave it in the text, with everything before it. */
const thoughtsPattern = /^[\s\S]*(?:<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|◁\/think▷)/i;

/** Returns whether an answer has the end of thoughts that do not begin in it. */
export function hasEndOfThoughts(answer: string): boolean {
  return thoughtsPattern.test(answer.replaceAll(unspokenPattern, ' '));
}

/** Returns the sentences of a model's answer as they can be spoken: without markup, and without those that must not be said. */
export function listSpokenSentences(answer: string, mustNeverSay: readonly string[]): readonly string[] {
  const plain = normalizeLine(
    answer
      .replaceAll(unspokenPattern, ' ')
      .replace(thoughtsPattern, ' ')
      .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
      .replaceAll(/<[^<>]{1,200}>/g, ' ')
      .replaceAll(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, '$1')
      .replaceAll(/^\s{0,3}(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/gm, '')
      .replaceAll(/[*_`~#|]+/g, '')
      .replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, ''),
    2 * maxTurnLength,
  );
  return splitText(plain).filter((sentence) => findPhrase(sentence, mustNeverSay) === null);
}
