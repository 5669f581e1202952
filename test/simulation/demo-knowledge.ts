import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import type {
  SampleChunk,
  SimulationKnowledge,
} from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { loadTokenizer } from '../../electron/service/features/knowledge/tokenizer.ts';
import { modelDir } from '../helpers/model-dir.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';

export type DemoKnowledge = SimulationKnowledge & {
  readonly started: StartedService;
  readonly stop: () => Promise<void>;
};

/** Opens the demo's knowledge base in a real service. */
export async function openDemoKnowledge(): Promise<DemoKnowledge> {
  let ids = 0;
  const newId = (prefix: string) => `${prefix}_${String(++ids).padStart(24, '0')}`;
  const started = await startService({ newId, rateLimitPerMinute: 0 });
  await started.service.openServeWorkspace({ demo: true });
  const embedder = createEmbedder({ modelDir });
  const chunks = await readSampleChunks(started);
  const compareSentences: SimulationKnowledge['compareSentences'] = async (question, sentences) => {
    const tokenizer = loadTokenizer();
    const vectors = await embedder.embed([question, ...sentences].map((text) => tokenizer.encode(text)));
    const getRow = (row: number) => vectors.subarray(row * embedder.dimensions, (row + 1) * embedder.dimensions);
    const query = getRow(0);
    return sentences.map((_, row) =>
      getRow(row + 1).reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0),
    );
  };
  return {
    started,
    search: async (query, limit) => (await started.v1(v1Routes.searchKnowledge, { json: { query, limit } })).data,
    compareSentences,
    sampleChunks: () => chunks,
    stop: async () => {
      await embedder.close();
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
        addedAt: Date.parse(added_at),
      }));
    }),
  );
  return lists.flat().slice(0, 200);
}
