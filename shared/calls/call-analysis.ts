import type { Speaker, TimedTurn } from './calls.ts';
import { findKeyMoments } from './key-moments.ts';
import { findTopics } from './find-topics.ts';
import type { Note } from './notes.ts';
import type { Scorecard } from './scorecards.ts';
import { summarizeLatency, type LatencySummary } from './turn-latency.ts';
import { summarizeCall } from './summarize-call.ts';
import type { TranscriptSentence } from './transcript-sentences.ts';

/** A sentence of a call. `turn` is the position of its turn. */
type Quote = { readonly turn: number; readonly speaker: Speaker; readonly text: string };

/** What exports contain about the conversation of a call. Values of the key moments are null if they are not known. */
export type CallAnalysis = {
  readonly summary: readonly Quote[];
  /** Complaints of the recipient, and questions without an answer. */
  readonly concerns: readonly Quote[];
  readonly next_steps: readonly Quote[];
  readonly topics: readonly { readonly turn: number; readonly label: string }[];
  readonly key_moments: {
    readonly agent_talk_percent: number | null;
    readonly longest_monologue: {
      readonly speaker: Speaker;
      readonly start_seconds: number;
      readonly duration_seconds: number;
    } | null;
    readonly interruptions: Readonly<Record<Speaker, number>> | null;
    readonly questions: Readonly<Record<Speaker, number>> | null;
  };
  readonly latency: LatencySummary;
};

/** Analyzes the transcript of a call for an export. `hasTimes` is false if the times of the turns are not known. */
export function analyzeCall(turns: readonly TimedTurn[], { hasTimes }: { readonly hasTimes: boolean }): CallAnalysis {
  const { sentences, concerns, nextSteps } = summarizeCall(turns);
  const { agentTalkShare, longestMonologue, interruptions, questions } = findKeyMoments(turns, {
    hasTimes: hasTimes && turns.length > 0,
  });
  return {
    summary: sentences.map(toQuote),
    concerns: concerns.map(toQuote),
    next_steps: nextSteps.map(toQuote),
    topics: findTopics(turns).map(({ turnIndex, label }) => ({ turn: turnIndex, label })),
    key_moments: {
      agent_talk_percent: agentTalkShare === null ? null : Math.round(agentTalkShare * 100),
      longest_monologue: longestMonologue && {
        speaker: longestMonologue.speaker,
        start_seconds: longestMonologue.startSeconds,
        duration_seconds: roundToTenth(longestMonologue.seconds),
      },
      interruptions,
      questions: turns.length === 0 ? null : questions,
    },
    latency: summarizeLatency(turns),
  };
}

function toQuote({ turnIndex, speaker, text }: TranscriptSentence): Quote {
  return { turn: turnIndex, speaker, text };
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The columns of the key moments, of the latency and of the scorecard in CSV files. */
export const analysisColumns = [
  'agent_talk_percent',
  'longest_monologue_speaker',
  'longest_monologue_seconds',
  'interruptions_by_agent',
  'interruptions_by_recipient',
  'questions_by_agent',
  'questions_by_recipient',
  'response_p50_ms',
  'response_p90_ms',
  'score_percent',
  'scores',
] as const;

/** Returns the fields of `analysisColumns`. */
export function toAnalysisFields(
  { key_moments, latency }: Pick<CallAnalysis, 'key_moments' | 'latency'>,
  scorecard: Pick<Scorecard, 'total_percent' | 'criteria' | 'deleted_criteria'> | null,
): Readonly<Record<(typeof analysisColumns)[number], string | number | null>> {
  const { agent_talk_percent, longest_monologue, interruptions, questions } = key_moments;
  return {
    agent_talk_percent,
    longest_monologue_speaker: longest_monologue && speakerWords[longest_monologue.speaker],
    longest_monologue_seconds: longest_monologue && longest_monologue.duration_seconds,
    interruptions_by_agent: interruptions && interruptions.agent,
    interruptions_by_recipient: interruptions && interruptions.user,
    questions_by_agent: questions && questions.agent,
    questions_by_recipient: questions && questions.user,
    response_p50_ms: latency.response_ms && latency.response_ms.p50_ms,
    response_p90_ms: latency.response_ms && latency.response_ms.p90_ms,
    score_percent: scorecard && scorecard.total_percent,
    scores: scorecard && formatScores(scorecard),
  };
}

const speakerWords = { agent: 'agent', user: 'recipient' } as const satisfies Record<Speaker, string>;

/** Formats each criterion on a line: `Greeting: yes (weight 2, by rule)`. */
function formatScores({ criteria, deleted_criteria }: Pick<Scorecard, 'criteria' | 'deleted_criteria'>): string {
  const lines = criteria.map(({ name, answer, weight, decision }) => {
    const source = decision ? `by ${formatReviewer(decision)}` : answer === null ? null : 'by rule';
    return `${name}: ${formatAnswer(answer)} (${[`weight ${weight}`, source].filter(Boolean).join(', ')})`;
  });
  const deletedLines = deleted_criteria.map(
    ({ name, answer, decision }) =>
      `${name}: ${formatAnswer(answer)} (deleted criterion, by ${formatReviewer(decision)})`,
  );
  return [...lines, ...deletedLines].join('\n');
}

type Score = Scorecard['criteria'][number];

function formatAnswer(answer: Score['answer']): string {
  return answer === null ? 'not decided' : answer.replaceAll('_', ' ');
}

/** A decision of the window has no name, and a former member's has only an ID. */
function formatReviewer({ by }: NonNullable<Score['decision']>): string {
  return by.name ?? by.id;
}

/** Formats a note with its position in seconds and its author. */
export function formatNoteField({ at_seconds, text, author }: Pick<Note, 'at_seconds' | 'text' | 'author'>): string {
  return `[${at_seconds} s] ${text}${formatNoteAuthor(author)}`;
}

/** Formats the author of a note as a text after it; empty if it is not known. A former member has only an ID. */
export function formatNoteAuthor(author: Note['author']): string {
  return author ? ` (${author.name ?? author.id})` : '';
}
