import { checkedLanguages, type CheckedLanguage } from '../../../../../shared/knowledge/search-model.ts';
import { multiply } from '../answers/measure-passages.ts';
import { probeQuestions } from './probe-questions.ts';

/** Questions of a language whose passage must be the most similar one. By chance, none or one of the eight is. */
const minFound = 7;

export type ModelMeasures = {
  /** The languages in which the model finds the passages of test questions. */
  readonly languages: readonly CheckedLanguage[];
  /** The mean similarity of questions to passages that do not answer them, and its standard deviation, in the language it separates best. */
  readonly other: number;
  readonly spread: number;
  /** How many standard deviations higher the similarity to the passage that answers a question is. */
  readonly separation: number;
};

/** The measures of the built-in model, to whose similarities the weights of answers are fitted. */
export const builtInMeasures: ModelMeasures = { languages: ['en'], other: 0.071, spread: 0.083, separation: 5.25 };

const pairs = checkedLanguages.flatMap((language) => probeQuestions[language]);

export const probeTexts = {
  questions: pairs.map(([question]) => question),
  passages: pairs.map(([, passage]) => passage),
};

/** Measures a model by its vectors of the probe's questions and passages. */
export function measureModel(questions: Float32Array, passages: Float32Array): ModelMeasures {
  const dimensions = questions.length / pairs.length;
  const vectorAt = (vectors: Float32Array, row: number) => vectors.subarray(row * dimensions, (row + 1) * dimensions);
  let first = 0;
  const measured = checkedLanguages.map((language) => {
    const rows = probeQuestions[language].map((_, index) => first + index);
    first += rows.length;
    const similarities = rows.map((question) =>
      rows.map((passage) => multiply(vectorAt(questions, question), vectorAt(passages, passage))),
    );
    const matching = similarities.map((row, index) => row[index] ?? 0);
    const other = similarities.flatMap((row, index) => row.filter((_, position) => position !== index));
    const found = similarities.filter((row, index) => row[index] === Math.max(...row)).length;
    const spread = Math.sqrt(mean(other.map((value) => (value - mean(other)) ** 2)));
    const separation = spread === 0 ? 0 : (mean(matching) - mean(other)) / spread;
    return { language, found, other: mean(other), spread, separation };
  });
  const best = measured.toSorted((a, b) => b.separation - a.separation)[0];
  return {
    languages: measured.filter(({ found }) => found >= minFound).map(({ language }) => language),
    other: best?.other ?? 0,
    spread: best?.spread ?? 0,
    separation: best?.separation ?? 0,
  };
}

/** A model that separates questions and passages less than this finds passages by chance. */
const minSeparation = 0.5;

/**
 * Returns how to convert the similarities of a model to the scale of another model, so that the similarities of unrelated texts have the same
 * mean and spread. Fitting the similarities of matching texts too would enlarge the noise of a weak model. Null if the model separates nothing.
 */
export function compareScales(
  model: ModelMeasures,
  target: ModelMeasures,
): { readonly scale: number; readonly offset: number } | null {
  if (model.separation < minSeparation) return null;
  const scale = target.spread / model.spread;
  return { scale, offset: target.other - scale * model.other };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
