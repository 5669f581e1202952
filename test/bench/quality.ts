import { readFileSync } from 'node:fs';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { Passage } from '../../shared/knowledge.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { printRows, type BenchRow } from './bench-row.ts';

type Question = { readonly question: string; readonly document: string; readonly passage: string };

const sets = [
  { file: 'paraphrased.json', name: 'paraphrased questions', leastRecall: 0.88 },
  { file: 'everyday.json', name: 'everyday questions', leastRecall: 0.88 },
  { file: 'topics.json', name: 'topical questions', leastRecall: 0.88 },
  { file: 'lexical.json', name: 'lexical questions', leastRecall: 0.93 },
] as const;

const readSet = (file: string): readonly Question[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/retrieval/${file}`, import.meta.url), 'utf8')) as Question[]; // checked by a test of its own

const fold = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** How often the passage that answers comes first, by both signals together and by each alone, over the demo's documents. */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startService();
  try {
    await started.service.prepareServe({ demo: true });
    const rows: BenchRow[] = [];
    for (const { file, name, leastRecall } of sets)
      rows.push(await measureSet(started, readSet(file), name, leastRecall));
    return rows;
  } finally {
    await started.stop();
  }
}

async function measureSet(
  { v1, app }: StartedService,
  set: readonly Question[],
  name: string,
  leastRecall: number,
): Promise<BenchRow> {
  const { data: documents } = await app(appRoutes.listDocumentRecords, {});
  const fileOf = new Map(documents.map(({ document_id, file_name }) => [document_id, file_name]));
  const hits = { both: 0, dense: 0, lexical: 0 };
  for (const { question, document, passage } of set) {
    const { data } = await v1(v1Routes.searchKnowledge, { json: { query: question, limit: 50 } });
    const isRight = (found: Passage | undefined) =>
      found !== undefined && fileOf.get(found.document_id) === document && fold(found.text).includes(fold(passage));
    const first = (signal: 'dense' | 'lexical') => data.toSorted((a, b) => b[signal] - a[signal])[0];
    hits.both += Number(isRight(data[0]));
    if (!isRight(data[0]) && process.env['VERBOSE'])
      console.log(
        `  ${question}\n    ${data.findIndex(isRight)} ${data[0]?.title}: ${data[0]?.text.slice(0, 100)} | ${passage}`,
      );
    hits.dense += Number(isRight(first('dense')));
    hits.lexical += Number(isRight(first('lexical')));
  }
  const share = (count: number) => (count / set.length).toFixed(3);
  return {
    name: `recall@1, ${set.length} ${name}`,
    measured: `${share(hits.both)} (dense ${share(hits.dense)}, lexical ${share(hits.lexical)})`,
    target: `≥ ${leastRecall}, and above either signal alone`,
    ok: hits.both / set.length >= leastRecall && hits.both > Math.max(hits.dense, hits.lexical),
  };
}

if (import.meta.main) printRows(await bench());
