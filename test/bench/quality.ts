import { readFileSync } from 'node:fs';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { Passage } from '../../shared/knowledge.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { uploadAndWait } from '../helpers/upload.ts';
import { printRows, type BenchRow } from './bench-row.ts';

/** Over long documents: which file, and words of the passage that answers. */
type PassageQuestion = { readonly question: string; readonly document: string; readonly passage: string };
/** Over short notes: the title of the one that answers. */
type NoteQuestion = { readonly question: string; readonly title: string };
type Note = { readonly title: string; readonly text: string };

type Asked = { readonly question: string; readonly isAnswer: (passage: Passage) => boolean };

/** The sets that a target holds for; the others, written to be hard, are measured to be seen. */
const targets = { notes: 0.88, lexical: 0.93 } as const;

/** How often the passage that answers comes first, by both signals together and by each alone. */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startService();
  try {
    await started.service.openServeWorkspace({ demo: true });
    const lexical = await measureSet(started, await askDemo(started, 'lexical'));
    const hard: (Measured & { readonly name: string })[] = [];
    for (const name of ['topics', 'everyday', 'paraphrased', 'oblique']) {
      hard.push({ name, ...(await measureSet(started, await askDemo(started, name))) });
    }
    // The demo's documents stay, as distractors.
    for (const { title, text } of readFixture<Note>('notes')) await uploadAndWait(started.v1, title, text);
    const notes = await measureSet(started, askNotes('notes-questions'));
    hard.push({ name: 'notes-oblique', ...(await measureSet(started, askNotes('notes-oblique'))) });
    return [
      {
        name: 'recall@1, paraphrased questions on short notes among the demo’s documents',
        ...judge(notes, targets.notes),
      },
      { name: 'recall@1, questions on codes, clauses and amounts', ...judge(lexical, targets.lexical) },
      compareSignals(notes, lexical),
      ...hard.map(({ name, ...measured }) => ({
        name: `recall@1, the harder set "${name}"`,
        measured: describe(measured),
        target: 'none, to be seen',
        ok: true,
      })),
    ];
  } finally {
    await started.stop();
  }
}

const readFixture = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/retrieval/${name}.json`, import.meta.url), 'utf8')) as T[]; // each has a test of its own

const fold = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

async function askDemo({ app }: StartedService, name: string): Promise<readonly Asked[]> {
  const { data } = await app(appRoutes.listDocumentRecords, {});
  const idOf = new Map(data.map(({ document_id, file_name }) => [file_name, document_id]));
  return readFixture<PassageQuestion>(name).map(({ question, document, passage }) => ({
    question,
    isAnswer: (found) => found.document_id === idOf.get(document) && fold(found.text).includes(fold(passage)),
  }));
}

function askNotes(name: string): readonly Asked[] {
  return readFixture<NoteQuestion>(name).map(({ question, title }) => ({
    question,
    isAnswer: (found) => found.title === title,
  }));
}

type Measured = { readonly count: number; readonly both: number; readonly dense: number; readonly lexical: number };

async function measureSet({ v1 }: StartedService, set: readonly Asked[]): Promise<Measured> {
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

function judge(measured: Measured, least: number): Omit<BenchRow, 'name'> {
  return { measured: describe(measured), target: `≥ ${least}`, ok: measured.both / measured.count >= least };
}

/** Both kinds of questions reach one knowledge base: which signal they need, nobody tells. */
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
