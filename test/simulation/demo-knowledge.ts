import { matchTexts } from '../../electron/service/features/knowledge/answers/assess-passages.ts';
import { createTokenReader } from '../../electron/service/features/knowledge/embedding/text-embedder.ts';
import { TextCache } from '../../electron/service/features/knowledge/embedding/text-cache.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import type {
  SampleChunk,
  SimulationKnowledge,
} from '../../electron/service/features/simulation/simulation-knowledge.ts';
import {
  createTurnClassifier,
  type TurnClassifier,
} from '../../electron/service/features/simulation/understanding/classify-turns.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { readStoredVectors, storeVectors } from '../helpers/service/stored-vectors.ts';
import { classifyOnce } from './classify-once.ts';

export type DemoKnowledge = SimulationKnowledge & {
  readonly turnClassifier: TurnClassifier;
  readonly started: StartedService;
  readonly stop: () => Promise<void>;
};

/**
 * Opens the demo's knowledge base in a real service. Embeds each sentence once, also over several runs, which takes most of the
 * time of a call.
 */
export async function openDemoKnowledge(): Promise<DemoKnowledge> {
  const started = await startDemoService({ rateLimitPerMinute: 0 });
  const embedder = createEmbedder({ modelDir });
  const tokens = new TextCache(createTokenReader(embedder));
  const chunks = await readSampleChunks(started);
  const stored = readStoredVectors();
  const embedded = new Map<string, Float32Array>();
  const embedNew = async (text: string) => {
    const vector = await embedder.embed([embedder.encode(text)]);
    embedded.set(text, vector);
    return vector;
  };
  const vectors = new Map<string, Float32Array | Promise<Float32Array>>(stored);
  const embed = (text: string) => {
    const vector = vectors.get(text) ?? embedNew(text);
    vectors.set(text, vector);
    return vector;
  };
  const compareSentences: SimulationKnowledge['compareSentences'] = async (question, sentences) => {
    const query = await embed(question);
    const sentenceVectors = await Promise.all(sentences.map((sentence) => embed(sentence)));
    return sentenceVectors.map((vector) => vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0));
  };
  return {
    turnClassifier: classifyOnce(createTurnClassifier(embedder)),
    started,
    ask: async ({ question, before }, limit) => {
      const { data, answer } = await started.app(appRoutes.askKnowledge, {
        json: { query: question, before: [...before], limit },
      });
      return { passages: data, answer: answer ?? 'none' };
    },
    compareSentences,
    matchSentences: (questions, sentences) =>
      matchTexts(questions, sentences, { readTokens: (texts, role) => tokens.read(texts, role) }),
    sampleChunks: () => chunks,
    stop: async () => {
      await embedder.close();
      if (embedded.size > 0) storeVectors(embedded);
      await started.stop();
    },
  };
}

/** Returns up to 200 chunks, newest document first. */
async function readSampleChunks({ v1, app }: StartedService): Promise<readonly SampleChunk[]> {
  const { data: documents } = await app(appRoutes.listDocumentRecords, {});
  const lists = await Promise.all(
    documents.map(async ({ document_id, title, added_at }) => {
      const { data } = await v1(v1Routes.listChunks, { params: { document_id }, query: { limit: 200 } });
      return data.map(({ page, heading, text }) => ({
        document_id,
        title,
        page,
        heading,
        text,
        addedAt: Date.parse(added_at ?? ''),
      }));
    }),
  );
  return lists.flat().slice(0, 200);
}
