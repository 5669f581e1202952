import type {
  ClassifiedPart,
  TurnClassifier,
} from '../../electron/service/features/simulation/understanding/classify-turns.ts';
import { turnMeanings } from '../../electron/service/features/simulation/understanding/turn-weights.ts';

const probabilities = Object.fromEntries(turnMeanings.map((meaning) => [meaning, meaning === 'other' ? 1 : 0]));

/** Understands nothing, without a model. */
export const classifyAsOther: TurnClassifier = {
  classify: async (parts) =>
    parts.map((text) => ({
      text,
      meaning: 'other',
      probabilities: probabilities as ClassifiedPart['probabilities'], // has each meaning
    })),
  judgeAnswer: async () => ({ yes: 0, no: 0 }),
};
