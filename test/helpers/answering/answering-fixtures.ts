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

export type AnsweringFixture = { readonly document: FixtureDocument; readonly questions: readonly FixtureQuestion[] };

const folder = fileURLToPath(new URL('../../fixtures/answering/', import.meta.url));

/** Reads the documents with an even number, for fitting, or those with an odd one, for testing. */
export function readAnsweringFixtures(half: 'fitting' | 'testing'): readonly AnsweringFixture[] {
  return listDocuments('documents')
    .filter(({ path }) => Number.parseInt(basename(path), 10) % 2 === (half === 'fitting' ? 0 : 1))
    .map((document) => ({ document, questions: readQuestions(document) }));
}

/** Reads the manuals on other subjects. */
export function readNoiseDocuments(): readonly FixtureDocument[] {
  return listDocuments('noise');
}

function listDocuments(name: string): readonly FixtureDocument[] {
  return readdirSync(`${folder}${name}`)
    .toSorted()
    .map((file) => {
      const words = basename(file, extname(file)).replace(/^\d+-/, '').replaceAll('-', ' ');
      return {
        path: `${folder}${name}/${file}`,
        kind: extname(file).slice(1) as DocumentKind, // the folder has no other files
        title: words.slice(0, 1).toUpperCase() + words.slice(1),
      };
    });
}

function readQuestions({ path }: FixtureDocument): readonly FixtureQuestion[] {
  const file = `${folder}questions/${basename(path, extname(path))}.json`;
  return JSON.parse(readFileSync(file, 'utf8')) as FixtureQuestion[]; // another test validates each file
}

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether a passage has the answer. */
export function hasAnswer({ answer }: FixtureQuestion, { text }: { readonly text: string }): boolean {
  return answer !== null && normalize(text).includes(normalize(answer));
}
