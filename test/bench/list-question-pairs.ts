import { createWriteStream } from 'node:fs';
import { assessPassages } from '../../electron/service/features/knowledge/answers/assess-passages.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import {
  hasAnswer,
  readArticleFixtures,
  readCompanyFixtures,
  readDocumentFixtures,
  type AnsweringFixture,
  type FixturePart,
} from '../helpers/answering/answering-fixtures.ts';
import { createDocumentReader } from '../helpers/answering/open-documents.ts';
import { modelDir } from '../helpers/service/model-dir.ts';

/**
 * Writes each question with the passages that were found for it to a file of JSON lines, as token ids, for fit-token-rows.py. The only
 * argument is the path of the file.
 */

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Usage: list-question-pairs.ts FILE');
const output = createWriteStream(path);
const parser = createParser({ startProcess: forkProcess });
const embedder = createEmbedder({ modelDir });
const reader = createDocumentReader(parser, embedder);
const parts: readonly FixturePart[] = ['tokens', 'testing'];
for (const part of parts) {
  const sets = {
    documents: readDocumentFixtures(part),
    companies: readCompanyFixtures(part),
    articles: readArticleFixtures(part),
  };
  for (const [name, fixtures] of Object.entries(sets))
    for (const fixture of fixtures) await writeQuestions({ part, set: name }, fixture);
}
output.end();
await embedder.close();
await parser.close();

async function writeQuestions(label: { readonly part: FixturePart; readonly set: string }, fixture: AnsweringFixture) {
  const documents = await reader.open(fixture.documents);
  for (const asked of fixture.questions) {
    const context = asked.before ?? '';
    const complete = `${context} ${asked.question}`.trim();
    const { best } = await assessPassages(
      { question: asked.question, context },
      await documents.search(complete),
      // The rank is that of the other measures.
      { ...documents.tools, readTokens: async (texts) => texts.map(() => new Float32Array(0)) },
    );
    const passages = best.map(({ passage, rank }) => ({
      tokens: embedder.encode(`${passage.title}. ${passage.text}`),
      rank,
      is_answer: hasAnswer(asked, passage),
    }));
    const texts = context === '' ? [asked.question] : [complete, asked.question];
    const line = { ...label, texts: texts.map(embedder.encode), is_answerable: asked.answer !== null, passages };
    output.write(`${JSON.stringify(line)}\n`);
  }
  documents.close();
}
