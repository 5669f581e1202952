import { readFileSync } from 'node:fs';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { Passage } from '../../shared/knowledge/knowledge.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { printRows, type BenchRow } from './bench-row.ts';

/** A question on long documents, with the file and some words of the passage that answers it. */
type PassageQuestion = { readonly question: string; readonly document: string; readonly passage: string };
/** A question on short notes, with the title of the note that answers it. */
type NoteQuestion = { readonly question: string; readonly title: string };
type Note = { readonly title: string; readonly text: string };

type EvaluatedQuestion = { readonly question: string; readonly isAnswer: (passage: Passage) => boolean };

/** Target recall of the two main sets. The other sets are harder and have no target. */
const targets = { notes: 0.88, lexical: 0.93 } as const;

/** Measures how often the passage that answers is ranked first, by both signals together and by each one alone. */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startService();
  try {
    await started.service.openServeWorkspace({ demo: true });
    const lexical = await measureSet(started, await readDemoQuestions(started, 'lexical'));
    const hard: (Measured & { readonly name: string })[] = [];
    for (const name of ['topics', 'everyday', 'paraphrased', 'oblique']) {
      hard.push({ name, ...(await measureSet(started, await readDemoQuestions(started, name))) });
    }
    // The documents of the demo stay as distractors.
    for (const { title, text } of readFixture<Note>('notes')) await uploadAndWait(started.v1, title, text);
    const notes = await measureSet(started, readNoteQuestions('notes-questions'));
    hard.push({ name: 'notes-oblique', ...(await measureSet(started, readNoteQuestions('notes-oblique'))) });
    return [
      {
        name: 'recall@1, paraphrased questions on short notes among the demo’s documents',
        ...compareToTarget(notes, targets.notes),
      },
      { name: 'recall@1, questions on codes, clauses and amounts', ...compareToTarget(lexical, targets.lexical) },
      compareSignals(notes, lexical),
      ...hard.map(({ name, ...measured }) => ({
        name: `recall@1, the harder set "${name}"`,
        measured: describe(measured),
        target: 'none',
        ok: true,
      })),
    ];
  } finally {
    await started.stop();
  }
}

const readFixture = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/retrieval/${name}.json`, import.meta.url), 'utf8')) as T[]; // another test validates each fixture

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

async function readDemoQuestions({ app }: StartedService, name: string): Promise<readonly EvaluatedQuestion[]> {
  const { data } = await app(appRoutes.listDocumentRecords, {});
  const documentIds = new Map(data.map(({ document_id, file_name }) => [file_name, document_id]));
  return readFixture<PassageQuestion>(name).map(({ question, document, passage }) => ({
    question,
    isAnswer: (found) =>
      found.document_id === documentIds.get(document) && normalize(found.text).includes(normalize(passage)),
  }));
}

function readNoteQuestions(name: string): readonly EvaluatedQuestion[] {
  return readFixture<NoteQuestion>(name).map(({ question, title }) => ({
    question,
    isAnswer: (found) => found.title === title,
  }));
}

type Measured = { readonly count: number; readonly both: number; readonly dense: number; readonly lexical: number };

async function measureSet({ v1 }: StartedService, set: readonly EvaluatedQuestion[]): Promise<Measured> {
  const hits = { both: 0, dense: 0, lexical: 0 };
  for (const { question, isAnswer } of set) {
    const { data } = await v1(v1Routes.searchKnowledge, { json: { query: question, limit: 50 } });
    const isHit = (found: Passage | undefined) => Number(found !== undefined && isAnswer(found));
    hits.both += isHit(data[0]);
    for (const signal of ['dense', 'lexical'] as const)
      hits[signal] += isHit(data.toSorted((a, b) => b[signal] - a[signal])[0]);
  }
  return { count: set.length, ...hits };
}

function describe({ count, both, dense, lexical }: Measured): string {
  const share = (hits: number) => (hits / count).toFixed(3);
  return `${share(both)} of ${count} (dense alone ${share(dense)}, lexical alone ${share(lexical)})`;
}

function compareToTarget(measured: Measured, minRecall: number): Omit<BenchRow, 'name'> {
  return { measured: describe(measured), target: `≥ ${minRecall}`, ok: measured.both / measured.count >= minRecall };
}

/** Compares the signals on both kinds of questions, because the search does not know which signal a question needs. */
function compareSignals(...sets: readonly Measured[]): BenchRow {
  const sum = (pick: (set: Measured) => number) => sets.reduce((total, set) => total + pick(set), 0);
  const all = {
    count: sum(({ count }) => count),
    both: sum(({ both }) => both),
    dense: sum(({ dense }) => dense),
    lexical: sum(({ lexical }) => lexical),
  };
  return {
    name: 'recall@1, both of these together',
    measured: describe(all),
    target: 'above either signal alone',
    ok: all.both > Math.max(all.dense, all.lexical),
  };
}

if (import.meta.main) printRows(await bench());
