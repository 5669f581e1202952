import { findKeyMoments, findLongestMonologue } from '../../../../../shared/calls/key-moments.ts';
import type { ScoreAnswer } from '../../../../../shared/calls/score-answers.ts';
import type { CriterionRule } from '../../../../../shared/calls/scorecards.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';

type Turn = Pick<TimedTurn, 'speaker' | 'text' | 'start_seconds' | 'end_seconds'>;

/** The data of an ended call that rules use. */
export type RuleFacts = {
  readonly turns: readonly Turn[];
  /** The text of each turn, by toComparableText. */
  readonly texts: readonly string[];
  /** False if the times of the turns are not known. */
  readonly hasTimes: boolean;
  readonly disposition: string | null;
  /** Positions of the questions that the documents did not answer; null if that is not known. */
  readonly unansweredTurns: readonly number[] | null;
  /** Positions of the turns with a sentence that no source supports; null if no turn was checked. */
  readonly unsupportedTurns: readonly number[] | null;
};

/** `turn` is the position of the turn that decided. An answer of null leaves the decision to a reviewer. */
export type RuleResult = { readonly answer: ScoreAnswer | null; readonly turn: number | null };

const undecided: RuleResult = { answer: null, turn: null };
const notApplicable: RuleResult = { answer: 'not_applicable', turn: null };

/** Prepares a rule for many calls. Without the turns or the outcome that it needs, a rule does not apply. */
export function createRuleEvaluator(rule: CriterionRule): (facts: RuleFacts) => RuleResult {
  switch (rule.type) {
    case 'agent_says': {
      const hasWords = createWordFinder(toComparableText(rule.text));
      return (facts) => {
        const first = facts.turns.findIndex(({ speaker }) => speaker === 'agent');
        return findAgentTurn(
          facts,
          (text, index) => (!rule.first_turn_only || index === first) && hasWords(text),
          'yes',
        );
      };
    }
    case 'agent_never_says': {
      const hasWords = createWordFinder(toComparableText(rule.text));
      return (facts) => findAgentTurn(facts, hasWords, 'no');
    }
    case 'outcome': {
      const outcomes = new Set(rule.outcomes.map(toComparableText));
      return ({ disposition }) =>
        disposition === null
          ? notApplicable
          : { answer: toAnswer(outcomes.has(toComparableText(disposition))), turn: null };
    }
    case 'talk_ratio':
      return ({ turns, hasTimes }) => {
        if (turns.length === 0) return notApplicable;
        const { agentTalkShare } = findKeyMoments(turns, { hasTimes });
        if (agentTalkShare === null) return undecided;
        return { answer: toAnswer(agentTalkShare * 100 <= rule.max_percent), turn: null };
      };
    case 'monologue':
      return ({ turns, hasTimes }) => {
        if (turns.length === 0) return notApplicable;
        if (!hasTimes) return undecided;
        const longest = findLongestMonologue(turns, 'agent');
        if (!longest) return { answer: 'yes', turn: null };
        const isStart = ({ speaker, start_seconds }: Turn) =>
          speaker === 'agent' && start_seconds === longest.startSeconds;
        return { answer: toAnswer(longest.seconds <= rule.max_seconds), turn: turns.findIndex(isStart) };
      };
    case 'questions_answered':
      return ({ turns, unansweredTurns }) => {
        if (turns.length === 0) return notApplicable;
        if (unansweredTurns === null) return undecided;
        return findFirstTurn(unansweredTurns);
      };
    case 'statements_supported':
      return ({ unsupportedTurns }) => (unsupportedTurns ? findFirstTurn(unsupportedTurns) : notApplicable);
  }
}

function toAnswer(isMet: boolean): ScoreAnswer {
  return isMet ? 'yes' : 'no';
}

/** Answers no if there is a turn, and links the first one. */
function findFirstTurn(turns: readonly number[]): RuleResult {
  return { answer: toAnswer(turns.length === 0), turn: turns[0] ?? null };
}

/** Answers `found` if one of the agent's turns matches, and links the first one. */
function findAgentTurn(
  { turns, texts }: RuleFacts,
  matches: (text: string, index: number) => boolean,
  found: 'yes' | 'no',
): RuleResult {
  if (turns.length === 0) return notApplicable;
  const turn = turns.findIndex(({ speaker }, index) => speaker === 'agent' && matches(texts[index] ?? '', index));
  return turn === -1 ? { answer: toAnswer(found === 'no'), turn: null } : { answer: found, turn };
}

/** Letters and digits of scripts that separate words by spaces. */
const wordPart = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]`;
const startsWithWord = new RegExp(`^${wordPart}`, 'u');
const endsWithWord = new RegExp(`${wordPart}$`, 'u');

/** Returns a function that finds these words in a comparable text: “fee” is not in “coffee”. */
function createWordFinder(words: string): (text: string) => boolean {
  const before = startsWithWord.test(words) ? `(?<!${wordPart})` : '';
  const after = endsWithWord.test(words) ? `(?!${wordPart})` : '';
  const pattern = new RegExp(`${before}${words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}${after}`, 'u');
  return (text) => pattern.test(text);
}

/** Removes differences of case, quotation marks and spaces. */
export function toComparableText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’‛]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
