import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentKind } from '../../../shared/knowledge/knowledge.ts';

export type FixtureDocument = { readonly path: string; readonly kind: DocumentKind; readonly title: string };

export type FixtureQuestion = {
  readonly question: string;
  /** Words of the passage that answers it; null if the document does not. */
  readonly answer: string | null;
  readonly style: string;
  /** The question before it, to which it refers. */
  readonly before?: string;
};

/** Questions, and the documents in which they are searched. */
export type AnsweringFixture = {
  readonly documents: readonly FixtureDocument[];
  readonly questions: readonly FixtureQuestion[];
};

/**
 * Fixtures with an odd number are for testing. Of the others, the first of each four is for fitting the weights of the measures, and three are
 * for fitting the vectors of tokens, which then know the questions that they were fitted to too well to judge how much they say.
 */
export type FixturePart = 'tokens' | 'weights' | 'testing';

const findPart = (number: number): FixturePart =>
  number % 2 === 1 ? 'testing' : number % 8 === 2 ? 'weights' : 'tokens';

const folder = fileURLToPath(new URL('../../fixtures/answering/', import.meta.url));

const listNumbered = (name: string, part: FixturePart) =>
  readdirSync(`${folder}${name}`)
    .toSorted()
    .filter((file) => findPart(Number.parseInt(file, 10)) === part);

/** Reads single documents with their questions. */
export function readDocumentFixtures(part: FixturePart): readonly AnsweringFixture[] {
  return listNumbered('documents', part).map((file) => ({
    documents: [describeDocument(`documents/${file}`)],
    questions: readQuestions(`questions/${basename(file, extname(file))}.json`),
  }));
}

/** Reads companies, each with six documents and with questions in the words of its customers. */
export function readCompanyFixtures(part: FixturePart): readonly AnsweringFixture[] {
  return listNumbered('companies', part).map((company) => ({
    documents: readdirSync(`${folder}companies/${company}`)
      .filter((file) => file.endsWith('.txt'))
      .toSorted()
      .map((file) => describeDocument(`companies/${company}/${file}`)),
    questions: readQuestions(`companies/${company}/questions.json`).map((asked) => ({ ...asked, style: 'customer' })),
  }));
}

/**
 * Reads articles on facts in two fixtures, each with one half of the paragraphs and with all questions. So each question has an answer in one
 * of them, and none in the other.
 */
export function readArticleFixtures(part: FixturePart): readonly AnsweringFixture[] {
  return ['a', 'b'].map((side) => {
    const files = listNumbered(`articles/${side}`, part);
    return {
      documents: files.map((file) => describeDocument(`articles/${side}/${file}`)),
      questions: files.flatMap((file) => {
        const text = readFileSync(`${folder}articles/${side}/${file}`, 'utf8');
        return readQuestions(`articles/questions/${basename(file, extname(file))}.json`).map((asked) => ({
          ...asked,
          answer: hasAnswer(asked, { text }) ? asked.answer : null,
          style: 'fact',
        }));
      }),
    };
  });
}

/** Reads the manuals on other subjects. */
export function readNoiseDocuments(): readonly FixtureDocument[] {
  return readdirSync(`${folder}noise`)
    .toSorted()
    .map((file) => describeDocument(`noise/${file}`));
}

function describeDocument(file: string): FixtureDocument {
  const words = basename(file, extname(file)).replace(/^\d+-/, '').replaceAll('-', ' ');
  return {
    path: `${folder}${file}`,
    kind: extname(file).slice(1) as DocumentKind, // the folders have no other files
    title: words.slice(0, 1).toUpperCase() + words.slice(1),
  };
}

function readQuestions(file: string): readonly FixtureQuestion[] {
  return JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as FixtureQuestion[]; // another test validates each file
}

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether a passage has the answer. */
export function hasAnswer({ answer }: FixtureQuestion, { text }: { readonly text: string }): boolean {
  return answer !== null && normalize(text).includes(normalize(answer));
}
