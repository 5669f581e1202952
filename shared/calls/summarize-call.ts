import { findNextSteps, isSameStep } from './find-next-steps.ts';
import { findConcerns } from './find-concerns.ts';
import { endsAsQuestion, splitTurns, type SummarizedTurn, type TranscriptSentence } from './transcript-sentences.ts';

export type CallSummary = {
  /** Two to four sentences of the call in their order; fewer if fewer were said. */
  readonly sentences: readonly TranscriptSentence[];
  /** What the recipient complains about, and the questions without an answer. */
  readonly concerns: readonly TranscriptSentence[];
  readonly nextSteps: readonly TranscriptSentence[];
};

const maxSentences = 4;
const minSentences = 2;

/** The share of a call, at its beginning and its end, in which it says why it is made and how it ends. */
const edgeShare = 0.35;

const reasonPattern =
  /\b(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:just |only |also )?(?:calling|reaching out|phoning|getting in touch) (?:because|to|since|as)\b|\breason (?:for|that|i|why)\b|\bi wanted to (?!answer|offer)/i;
const purposePattern =
  /\b(?:i(?:['’]m| am)|we(?:['’]re| are)|this is) (?:just |only |also )?(?:calling|reaching out|phoning|getting in touch|following up)\b|\breason (?:for my|for this|for the|that i(?:['’]m| am)|i(?:['’]m| am)|why i(?:['’]m| am)) call|\bcalling (?:about|because|regarding|to)\b|\bi wanted to (?!answer)/i;
const outcomePattern =
  /\bnot interested\b|\b(?:i(?:['’]m| am)|you(?:['’]re| are)|that(?:['’]s| is)|it(?:['’]s| is)) (?:all )?(?:confirmed|booked|canceled|cancelled|interested|set up|ordered)\b|\b(?:put|marked|noted|got) (?:you|it|that|this)? ?down\b|\bmade a note that\b|\bnoted (?:that )?you\b|\b(?:do not|don['’]?t|stop) call(?:ing)?\b|\bwrong (?:number|person)\b|\bmade up my mind\b|\bmarked (?:it|that|this|you) as\b|\bon the list\b|\bi(?:['’]ll| will) (?:be there|take it|think about it)\b|\bleave it there\b|\btaken (?:it|that) back\b|\bchanged (?:it|that) to\b|\bnot for me\b/i;

/** Questions about the conversation itself, which are not its subject. */
const dialogueQuestionPattern =
  /\b(?:robot|machine|computer|real person|automated|scam|selling)\b|\bwho (?:is|am|are)\b|\bwhat(?:['’]s| is) (?:this|it) about\b|\banything\b|\bwhat else\b|\bany (?:other )?questions?\b|\b(?:good|better) time\b|\bcall (?:you |me )?(?:back|again)\b|\bwhat time\b|\btry (?:you )?again\b|\blater today\b|\btomorrow\b|\bi have a question\b|\bone question\b/i;
const courtesyPattern =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b|\bthank(?:s| you)\b|\bnice talking\b|\b(?:have a|take care|sorry to catch)\b|^\W*i(?:['’]m| am) [\w ,]*assistant\b/i;
const fillerPattern =
  /^\W*(?:good question|let me (?:see|check)|okay, let me|great|perfect|happy to help|i just checked)\b.{0,20}$/i;

/**
 * Summarizes a call with sentences that were said in it: why it was made, the question and the answer that are most typical of it,
 * and how it ended. What is typical is measured by the mean probability of the words of a sentence (SumBasic: Nenkova and
 * Vanderwende, The Impact of Frequency on Summarization, 2005). Phrases and position mark the beginning and the end (Edmundson, New
 * Methods in Automatic Extracting, 1969). Question and answer stay together (McKeown, Shrestha and Rambow, Using Question-Answer
 * Pairs in Extractive Summarization of Email Conversations, 2007). Transcripts in other languages have words and positions only.
 */
export function summarizeCall(turns: readonly SummarizedTurn[]): CallSummary {
  const all = splitTurns(turns);
  const nextSteps = findNextSteps(turns, all);
  const steps = new Set(nextSteps);
  const concerns = findConcerns(turns, all);
  const weights = weighWords(all);
  const chosen = new Set<TranscriptSentence>();
  const choose = (...sentences: readonly (TranscriptSentence | undefined)[]) => {
    for (const sentence of sentences) {
      if (!sentence || chosen.size >= maxSentences) continue;
      chosen.add(sentence);
      // A word that the summary already has counts less from here on.
      for (const stem of sentence.stems) weights.set(stem, (weights.get(stem) ?? 0) ** 2);
    }
  };
  const lastTurn = turns.length - 1;
  const outcome = all.findLast(
    (sentence) =>
      sentence.turnIndex >= lastTurn * (1 - edgeShare) &&
      outcomePattern.test(sentence.text) &&
      !endsAsQuestion(sentence) &&
      (sentence.speaker === 'user' || !steps.has(sentence)),
  );
  const purposes = all.filter((sentence) => isPurpose(sentence, lastTurn));
  choose(purposes.find(({ text }) => reasonPattern.test(text)) ?? purposes[0], outcome);
  choose(
    ...findTypicalExchange(all, turns, weights, new Set(concerns)).filter(
      (sentence) => sentence.speaker === 'user' || !steps.has(sentence),
    ),
  );
  const isNew = (sentence: TranscriptSentence) => !nextSteps.some((step) => isSameStep(step, sentence));
  const statements = all.filter(
    (sentence) =>
      /\S+\s+\S+\s+\S/.test(sentence.text) &&
      (!endsAsQuestion(sentence) || !dialogueQuestionPattern.test(sentence.text)),
  );
  const candidateLists = [
    statements.filter((sentence) => isNew(sentence) && !courtesyPattern.test(sentence.text)),
    statements.filter(isNew),
    all,
  ];
  for (const candidates of candidateLists)
    while (chosen.size < minSentences) {
      const best = findBest(candidates, (sentence) => (chosen.has(sentence) ? 0 : scoreFill(sentence, weights)));
      if (!best) break;
      choose(best);
    }
  return { sentences: all.filter((sentence) => chosen.has(sentence)), concerns, nextSteps };
}

/** What the recipient says weighs more: the agent says the same in many calls. */
function scoreFill(sentence: TranscriptSentence, weights: ReadonlyMap<string, number>): number {
  return score(sentence, weights) * (sentence.speaker === 'user' ? 2 : 1);
}

function isPurpose({ text, speaker, turnIndex }: TranscriptSentence, lastTurn: number): boolean {
  const isEarly = turnIndex <= Math.max(4, lastTurn * edgeShare);
  return isEarly && speaker === 'agent' && purposePattern.test(text) && !/[?？]\W*$/.test(text);
}

/** Returns the question whose words, with its answer's words, are most typical of the call. A cited document makes it weigh more. */
function findTypicalExchange(
  all: readonly TranscriptSentence[],
  turns: readonly SummarizedTurn[],
  weights: ReadonlyMap<string, number>,
  concerns: ReadonlySet<TranscriptSentence>,
): readonly TranscriptSentence[] {
  const exchanges = all.flatMap((question, index) => {
    if (!endsAsQuestion(question) || concerns.has(question) || dialogueQuestionPattern.test(question.text)) return [];
    const answer = findAnswer(all, index);
    if (!answer) return [];
    // "Can I use them?" asks about the sentence before it.
    const previous = all[index - 1];
    const isBackReference =
      question.stems.length < 2 && previous?.turnIndex === question.turnIndex && !courtesyPattern.test(previous.text);
    const subject = previous && isBackReference ? previous : question;
    return subject.stems.length === 0 ? [] : [{ question: subject, answer }];
  });
  const best = findBest(exchanges, ({ question, answer }) => {
    const isCited = (turns[answer.turnIndex]?.passages.length ?? 0) > 0;
    const speakerFactor = question.speaker === 'user' ? 2 : 1;
    return (score(question, weights) + score(answer, weights)) * speakerFactor * (isCited ? 1.5 : 1);
  });
  return best ? [best.question, best.answer] : [];
}

/** Returns the sentence of the next turn that has the most words of the question, or else the first that says something. */
function findAnswer(all: readonly TranscriptSentence[], questionIndex: number): TranscriptSentence | undefined {
  const question = all[questionIndex];
  const next = all
    .slice(questionIndex + 1, questionIndex + 12)
    .filter(({ turnIndex }) => turnIndex === (question?.turnIndex ?? 0) + 1);
  if (next[0]?.speaker === question?.speaker) return undefined;
  const statements = next.filter((sentence) => !endsAsQuestion(sentence) && !fillerPattern.test(sentence.text));
  const asked = new Set(question?.stems);
  const closest = findBest(statements, ({ stems }) => stems.filter((stem) => asked.has(stem)).length);
  return closest ?? statements.find(({ stems }) => stems.length >= 2) ?? statements[0];
}

/** Returns the probability of each word: the share of all words of the call. */
function weighWords(all: readonly TranscriptSentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { stems } of all)
    for (const stem of stems) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      total += 1;
    }
  return new Map([...counts].map(([stem, count]) => [stem, count / total]));
}

/** Returns the mean probability of the words of a sentence, a little less for a very short one. */
function score({ stems }: TranscriptSentence, weights: ReadonlyMap<string, number>): number {
  const sum = stems.reduce((total, stem) => total + (weights.get(stem) ?? 0), 0);
  return sum / Math.max(3, stems.length);
}

/** Returns the first item with the highest value above zero. */
function findBest<Item>(items: readonly Item[], getValue: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let bestValue = 0;
  for (const item of items) {
    const value = getValue(item);
    if (value > bestValue) [best, bestValue] = [item, value];
  }
  return best;
}
