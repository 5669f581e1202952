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

/** Fixtures with an even number are for fitting, those with an odd one for testing. */
export type FixtureHalf = 'fitting' | 'testing';

const folder = fileURLToPath(new URL('../../fixtures/answering/', import.meta.url));

const listNumbered = (name: string, half: FixtureHalf) =>
  readdirSync(`${folder}${name}`)
    .toSorted()
    .filter((file) => Number.parseInt(file, 10) % 2 === (half === 'fitting' ? 0 : 1));

/** Reads single documents with their questions. */
export function readDocumentFixtures(half: FixtureHalf): readonly AnsweringFixture[] {
  return listNumbered('documents', half).map((file) => ({
    documents: [describeDocument(`documents/${file}`)],
    questions: readQuestions(`questions/${basename(file, extname(file))}.json`),
  }));
}

/** Reads companies, each with six documents and with questions in the words of its customers. */
export function readCompanyFixtures(half: FixtureHalf): readonly AnsweringFixture[] {
  return listNumbered('companies', half).map((company) => ({
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
export function readArticleFixtures(half: FixtureHalf): readonly AnsweringFixture[] {
  return ['a', 'b'].map((part) => {
    const files = listNumbered(`articles/${part}`, half);
    return {
      documents: files.map((file) => describeDocument(`articles/${part}/${file}`)),
      questions: files.flatMap((file) => {
        const text = readFileSync(`${folder}articles/${part}/${file}`, 'utf8');
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
