import type { Embedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import {
  createBuiltInModel,
  createTokenReader,
  embedEach,
  type TextEmbedder,
} from '../../../electron/service/features/knowledge/embedding/text-embedder.ts';
import { composePassage } from '../../../electron/service/features/knowledge/compose-passage.ts';
import { TextCache } from '../../../electron/service/features/knowledge/embedding/text-cache.ts';
import type { AssessTools } from '../../../electron/service/features/knowledge/answers/assess-passages.ts';
import type { FoundPassage } from '../../../electron/service/features/knowledge/answers/measure-passages.ts';
import type { Parser } from '../../../electron/service/features/knowledge/parsing/parser.ts';
import {
  countChunks,
  countChunksWithWords,
} from '../../../electron/service/features/knowledge/retrieval/lexical-queries.ts';
import { searchChunks } from '../../../electron/service/features/knowledge/retrieval/search-chunks.ts';
import {
  createVectorStore,
  type VectorSearchOptions,
} from '../../../electron/service/features/knowledge/retrieval/vector-store.ts';
import { addChunkText, openLexicalDatabase } from '../service/lexical-database.ts';
import type { FixtureDocument } from './answering-fixtures.ts';

type Chunk = { readonly text: string; readonly vector: Float32Array };

export type DocumentReader = {
  /** Parses and embeds documents, each of them once. */
  open(documents: readonly FixtureDocument[]): Promise<OpenDocuments>;
};

/** Documents that can be searched, without a workspace. */
export type OpenDocuments = {
  search(query: string): Promise<readonly FoundPassage[]>;
  readonly tools: AssessTools;
  close(): void;
};

const foundPassages = 50;
const partition = 'documents';

/** `model` is the search model, the built-in one by default. */
export function createDocumentReader(
  parser: Parser,
  embedder: Embedder,
  model: TextEmbedder = createBuiltInModel(embedder),
): DocumentReader {
  const cache = new TextCache((texts, role) => embedEach(model, texts, role));
  const tokens = new TextCache(createTokenReader(embedder));
  const read = new Map<string, Promise<readonly Chunk[]>>();
  const readOnce = (document: FixtureDocument) => {
    const chunks = read.get(document.path) ?? readChunks(parser, model, document);
    read.set(document.path, chunks);
    return chunks;
  };
  return {
    async open(documents) {
      const db = openLexicalDatabase();
      const store = createVectorStore(model.dimensions);
      const passages: Omit<FoundPassage, 'dense' | 'lexical'>[] = [];
      for (const document of documents) {
        const chunks = await readOnce(document);
        for (const { text, vector } of chunks) {
          const id = passages.push({
            document_id: document.path,
            title: document.title,
            text,
            chunkCount: chunks.length,
          });
          addChunkText(db, id, text);
          store.add([id], vector);
        }
      }
      const index = {
        search: async (_: string, query: Float32Array, limit: number, options?: VectorSearchOptions) =>
          store.search(query, limit, options),
      };
      return {
        search: async (query) => {
          const ranked = await searchChunks({ db, model, index }, { partition, query, limit: foundPassages });
          return ranked.flatMap(({ chunkId, dense, lexical }) => {
            const passage = passages[chunkId - 1];
            return passage ? [{ ...passage, dense, lexical }] : [];
          });
        },
        tools: {
          isBuiltIn: model.isBuiltIn,
          encode: embedder.encode,
          wordVector: embedder.wordVector,
          embedTexts: (questions, statements) =>
            Promise.all([cache.read(questions, 'question'), cache.read(statements, 'passage')]),
          readTokens: (texts, role) => tokens.read(texts, role),
          toSimilarity: model.toSimilarity,
          countChunks: (words) => countChunksWithWords(db, words),
          totalChunks: countChunks(db),
        },
        close: () => db.close(),
      };
    },
  };
}

async function readChunks(parser: Parser, model: TextEmbedder, document: FixtureDocument): Promise<readonly Chunk[]> {
  const parsed: { readonly text: string; readonly passage: string; readonly tokenIds: readonly number[] }[] = [];
  const { title } = document;
  await parser.parse({
    ...document,
    signal: new AbortController().signal,
    onSection: ({ heading, chunks }) =>
      void parsed.push(
        ...chunks.map((chunk) => ({ ...chunk, passage: composePassage({ title, heading, text: chunk.text }) })),
      ),
  });
  const vectors = await model.embed(
    parsed.map(({ passage, tokenIds }) => ({ text: passage, tokenIds })),
    { role: 'passage' },
  );
  return parsed.map(({ text }, index) => ({
    text,
    vector: vectors.slice(index * model.dimensions, (index + 1) * model.dimensions),
  }));
}
