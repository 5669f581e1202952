import { basename } from 'node:path';
import { answerQuestion } from '../../electron/service/features/knowledge/answers/answer-question.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { matchTexts } from '../../electron/service/features/knowledge/answers/assess-passages.ts';
import { multiply } from '../../electron/service/features/knowledge/answers/measure-passages.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import type { SimulationKnowledge } from '../../electron/service/features/simulation/simulation-knowledge.ts';
import {
  createTurnClassifier,
  type TurnClassifier,
} from '../../electron/service/features/simulation/understanding/classify-turns.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import { createDocumentReader } from '../helpers/answering/open-documents.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { classifyOnce } from './classify-once.ts';

export type DialogueKnowledge = {
  readonly turnClassifier: TurnClassifier;
  /** Opens text files as the documents from which an agent answers, without a workspace. */
  readonly open: (paths: readonly string[]) => Promise<SimulationKnowledge>;
  readonly close: () => Promise<void>;
};

export function openDialogueKnowledge(): DialogueKnowledge {
  const parser = createParser({ startProcess: forkProcess });
  const embedder = createEmbedder({ modelDir });
  const reader = createDocumentReader(parser, embedder);
  return {
    turnClassifier: classifyOnce(createTurnClassifier(embedder)),
    open: async (paths) => {
      const documents = await reader.open(paths.map((path) => ({ path, kind: 'txt', title: toTitle(path) })));
      return {
        ask: async (question, limit) => {
          const { best, others, answer } = await answerQuestion(question, documents.search, documents.tools);
          const found = [
            ...best.map(({ passage, rank }) => ({ ...passage, score: 1 / (1 + Math.exp(-rank)) })),
            ...others.map((passage) => ({ ...passage, score: 0 })),
          ];
          const passages = found
            .slice(0, limit)
            .map((passage, index) => ({ ...passage, chunk_id: `${passage.document_id}:${index}`, page: null }));
          return { passages, answer };
        },
        compareSentences: async (text, sentences) => {
          const [[vector = new Float32Array(0)], others] = await documents.tools.embedTexts([text], sentences);
          return others.map((other) => multiply(vector, other));
        },
        matchSentences: (questions, sentences) => matchTexts(questions, sentences, documents.tools),
        sampleChunks: () => [],
      };
    },
    close: async () => {
      await embedder.close();
      await parser.close();
    },
  };
}

function toTitle(path: string): string {
  const name = basename(path, '.txt').replaceAll('-', ' ');
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
