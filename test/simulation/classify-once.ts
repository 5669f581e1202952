import type {
  ClassifiedPart,
  ClassifyTurns,
} from '../../electron/service/features/simulation/understanding/classify-turns.ts';

/** Classifies each part of a turn once: simulated calls repeat many, and the vector of a part takes most of their time. */
export function classifyOnce(classify: ClassifyTurns): ClassifyTurns {
  const classified = new Map<string, Promise<ClassifiedPart | undefined>>();
  const classifyPart = (part: string) => {
    const result = classified.get(part) ?? classify([part]).then(([only]) => only);
    classified.set(part, result);
    return result;
  };
  return async (parts) => (await Promise.all(parts.map(classifyPart))).filter((part) => part !== undefined);
}
