import type { TurnClassifier } from '../../electron/service/features/simulation/understanding/classify-turns.ts';

/** Classifies each part of a turn, and judges each answer, once: simulated calls repeat many, and the model takes most of their time. */
export function classifyOnce({ classify, judgeAnswer }: TurnClassifier): TurnClassifier {
  const classifyPart = remember((part) => classify([part]).then(([only]) => only));
  return {
    classify: async (parts) => (await Promise.all(parts.map(classifyPart))).filter((part) => part !== undefined),
    judgeAnswer: remember(judgeAnswer),
  };
}

function remember<Result>(compute: (text: string) => Promise<Result>): (text: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}
