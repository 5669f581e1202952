// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = {
  intercept: -8.6992,
  weights: [
    ['dense', 14.016],
    ['lexical', 4.4839],
    ['related', 8.8899],
    ['codeLexical', 12],
    ['documentSize', -0.5],
  ],
};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = {
  intercept: -6.0161,
  weights: [
    ['dense', 2.4495],
    ['lexical', 0.94606],
    ['best', 1.1375],
    ['pair', 2.5674],
    ['related', 2.4616],
    ['bestRelated', 1.1355],
    ['codeLexical', 4.6577],
    ['documentSize', -0.19407],
  ],
};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = {
  intercept: -2.5643,
  weights: [
    ['best', 1.8476],
    ['bestAsked', 2.4299],
    ['missing', -1.1322],
    ['untyped', -1.2563],
    ['margin', 3.8665],
    ['length', 0.71075],
    ['codeLexical', 2],
    ['vague', -45],
  ],
};

export const answerThresholds = { likely: 1.2875, possible: 0.15455 };
