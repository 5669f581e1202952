import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { clusterVectors } from './cluster-questions.ts';
import { findQuestion } from './find-question.ts';
import type { QuestionProtocol } from './question-thread.ts';

serveRequests<QuestionProtocol>({
  cluster: async function* (input) {
    return yield* clusterVectors(input);
  },
  find: async function* (turns) {
    const questions: string[] = [];
    for (const turn of turns) {
      questions.push(findQuestion(turn).question);
      yield;
    }
    return questions;
  },
});
