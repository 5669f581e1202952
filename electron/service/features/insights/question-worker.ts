import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { clusterVectors } from './cluster-questions.ts';
import { findQuestion, type QuestionProtocol } from './question-thread.ts';

/** The turns that are interpreted before other requests run: 2 ms. */
const turnsPerStep = 100;

serveRequests<QuestionProtocol>({
  cluster: async function* (input) {
    return yield* clusterVectors(input);
  },
  find: async function* (turns) {
    const questions: string[] = [];
    for (const turn of turns) {
      questions.push(findQuestion(turn).question);
      if (questions.length % turnsPerStep === 0) yield;
    }
    return questions;
  },
});
