// Public: other features may import this file.
import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  comparedPassagesMax,
  contradictionsMax,
  questionsPerPassageMax,
  type ConflictKind,
  type Contradiction,
  type ContradictionList,
} from '../../../../shared/insights/contradictions.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { extractSentences, type AnswerSentence } from '../knowledge/answers/extract-sentences.ts';
import { createWordCoverage } from '../knowledge/answers/word-coverage.ts';
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import {
  listLatestCitations,
  listMostCitedPassages,
  type CitationRow,
  type CountedPassage,
} from './citation-queries.ts';
import { BackgroundTask } from './background-task.ts';
import { findConflict, readSentence, type ComparedSentence, type Conflict } from './find-conflict.ts';
import type { InsightScope } from './insight-queries.ts';
import type { QuestionThread } from './question-thread.ts';

/** The passages near to a question that are compared with the cited one. */
const nearPassages = 6;

/** The least share of the question's words that a sentence, with its topic, must have. */
const minQuestionShare = 0.34;

/** Sentences with a smaller cosine are about different things: measured with the documents of the demo. */
const minSentenceCosine = { number: 0.55, negation: 0.45 } as const satisfies Record<ConflictKind, number>;

/** The window asks again after each event. */
const eventIntervalMs = 1_000;

/** Questions whose result is kept in memory. */
const checkedMax = 2_000;

/** An answer with its question and the passage that it cites. */
type Citation = CitationRow & { readonly question: string; readonly passage: CountedPassage };

/** Two sentences found for a question, without the call in which it was asked. */
type Candidate = Conflict & {
  readonly citedSentence: string;
  readonly other: Pick<Passage, 'document_id' | 'title' | 'chunk_id' | 'page'>;
  readonly otherSentence: string;
};

type ContradictionsOptions = {
  readonly orgId: string;
  readonly thread: QuestionThread;
  readonly knowledge: Pick<KnowledgeBase, 'forOrganization' | 'keepExisting' | 'readVersion'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'log' | 'now'>;
};

/**
 * Finds passages that may contradict the passages from which agents answered. Each question is checked once, in the background, when
 * contradictions are asked for; the results are kept in memory until a document is added or deleted.
 */
export class Contradictions {
  readonly #db: Database;
  readonly #options: ContradictionsOptions;
  readonly #checked = new Map<string, readonly Candidate[]>();
  /** The version of the documents that the results are about. */
  #version = '';
  readonly #checking: BackgroundTask;

  constructor(db: Database, options: ContradictionsOptions) {
    this.#db = db;
    this.#options = options;
    this.#checking = new BackgroundTask(options.context.log, 'failed to compare passages for contradictions');
  }

  /** Returns the candidates of a period. Questions that are not checked yet are only counted, and checked afterwards. */
  async list(scope: InsightScope): Promise<ContradictionList> {
    const citations = await this.#listCitations(scope);
    const version = this.#options.knowledge.readVersion(scope.orgId);
    if (version !== this.#version) this.#checked.clear();
    this.#version = version;
    const pending = citations.filter((citation) => !this.#checked.has(getKey(citation)));
    if (pending.length > 0) this.#checking.start(() => this.#check(pending));
    const found = new Map<string, Contradiction>();
    for (const citation of citations) {
      for (const candidate of this.#checked.get(getKey(citation)) ?? []) {
        const contradiction = describeContradiction(citation, candidate);
        if (!found.has(contradiction.contradiction_id)) found.set(contradiction.contradiction_id, contradiction);
      }
    }
    return {
      data: [...found.values()].slice(0, contradictionsMax),
      total: found.size,
      pending_count: new Set(pending.map(getKey)).size,
    };
  }

  /** Resolves when no question is being checked. */
  async whenIdle(): Promise<void> {
    await this.#checking.whenIdle();
  }

  async close(): Promise<void> {
    await this.#checking.close();
  }

  /** Returns the latest citations of the passages that are cited most, in the order of the passages. */
  async #listCitations(scope: InsightScope): Promise<readonly Citation[]> {
    const cited: Citation[] = [];
    for (const passage of listMostCitedPassages(this.#db, scope, comparedPassagesMax)) {
      await yieldToEventLoop();
      this.#checking.signal.throwIfAborted();
      for (const row of listLatestCitations(this.#db, scope, passage, questionsPerPassageMax))
        if (row.question !== null) cited.push({ ...row, passage, question: row.question });
    }
    const turns = cited.map(({ question }) => question);
    const questions = await this.#options.thread.findQuestions(turns, this.#checking.signal);
    return cited
      .map((citation, index) => ({ ...citation, question: questions[index] ?? '' }))
      .filter(({ question }) => question !== '');
  }

  /** Citations of another period, and of documents that change meanwhile, wait for the next request. */
  async #check(citations: readonly Citation[]): Promise<void> {
    const { orgId, events, context } = this.#options;
    const version = this.#version;
    let publishedAt = context.now();
    for (const citation of citations) {
      const key = getKey(citation);
      if (this.#checked.has(key)) continue;
      const candidates = await this.#findCandidates(citation);
      this.#checking.signal.throwIfAborted();
      if (version !== this.#version) break;
      if (this.#checked.size >= checkedMax) this.#checked.clear();
      this.#checked.set(key, candidates);
      if (context.now() - publishedAt < eventIntervalMs) continue;
      publishedAt = context.now();
      events.publish({ type: 'contradictions.changed' }, orgId);
    }
    events.publish({ type: 'contradictions.changed' }, orgId);
  }

  async #findCandidates({ question, passage }: Citation): Promise<readonly Candidate[]> {
    const knowledge = this.#options.knowledge.forOrganization(this.#options.orgId);
    const { passages: near } = await knowledge.ask({ question, before: [] }, nearPassages);
    const asked = readSentence(question);
    const cited = listRelevantSentences(question, passage.text);
    const candidates: Candidate[] = [];
    for (const other of near) {
      await yieldToEventLoop();
      this.#checking.signal.throwIfAborted();
      if (other.chunk_id === `chk_${passage.chunk}`) continue;
      for (const [a, b] of pair(cited, listRelevantSentences(question, other.text))) {
        const conflict = findConflict(a.compared, b.compared, asked);
        if (!conflict) continue;
        const [cosine = 0] = await knowledge.compareSentences(a.text, [b.text]);
        const { document_id, title, chunk_id, page } = other;
        if (cosine >= minSentenceCosine[conflict.kind])
          candidates.push({
            ...conflict,
            citedSentence: a.text,
            other: { document_id, title, chunk_id, page },
            otherSentence: b.text,
          });
      }
    }
    return candidates;
  }
}

/** A question is checked once for each passage that answers it. */
const getKey = ({ question, passage }: Citation) => `${passage.chunk} ${question}`;

type RelevantSentence = { readonly text: string; readonly compared: ComparedSentence };

/** Returns the sentences of a passage that concern a question. */
function listRelevantSentences(question: string, passage: string): readonly RelevantSentence[] {
  const coverage = createWordCoverage(question);
  const concerns = ({ topic, text }: AnswerSentence) => coverage(`${topic ?? ''} ${text}`) >= minQuestionShare;
  return extractSentences(passage)
    .filter(concerns)
    .map(({ text }) => ({ text, compared: readSentence(text) }));
}

function pair<First, Second>(
  first: readonly First[],
  second: readonly Second[],
): readonly (readonly [First, Second])[] {
  return first.flatMap((a) => second.map((b) => [a, b] as const));
}

function describeContradiction(citation: Citation, candidate: Candidate): Contradiction {
  const { call_id, agent_name, recipient_number, called_at, position, start_ms, question, passage } = citation;
  const { kind, parts, citedSentence, other, otherSentence } = candidate;
  const { document_id, title, chunk, page, count } = passage;
  return {
    contradiction_id: createContradictionId([document_id, citedSentence], [other.document_id, otherSentence]),
    kind,
    question,
    call: {
      call_id,
      agent_name,
      recipient_number,
      called_at: formatTimestamp(called_at),
      position,
      start_seconds: start_ms / 1000,
    },
    cited: { document_id, title, chunk_id: `chk_${chunk}`, page, sentence: citedSentence, part: parts[0] },
    count,
    other: { ...other, sentence: otherSentence, part: parts[1] },
  };
}

/** The order of the sentences does not matter: each may be the cited one. */
function createContradictionId(...sentences: readonly (readonly [documentId: string, text: string])[]): string {
  const text = JSON.stringify(sentences.map((sentence) => sentence.join('\n')).toSorted());
  return `ctr_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
