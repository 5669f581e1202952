/** Fewer words can be an answer that repeats the agent's. */
const minWords = 3;

/** Servers misunderstand some words of a voice from a loudspeaker. */
const minShare = 0.8;

/** Returns whether a microphone heard the agent itself: nearly all pairs of words in a transcript are among what the agent said. */
export function isEcho(transcript: string, agentText: string): boolean {
  const heard = listWords(transcript);
  if (heard.length < minWords) return false;
  const said = new Set(listPairs(listWords(agentText)));
  const pairs = listPairs(heard);
  return pairs.filter((pair) => said.has(pair)).length >= minShare * pairs.length;
}

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function listPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
