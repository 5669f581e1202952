// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = {
  intercept: -8.1174,
  weights: [
    ['dense', 14.14],
    ['lexical', 3.6875],
    ['related', 8.3154],
    ['codeLexical', 12],
    ['definedCode', 14],
    ['documentSize', -0.5],
  ],
};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = {
  intercept: -5.9782,
  weights: [
    ['dense', 2.6411],
    ['lexical', 0.73364],
    ['best', 1.3944],
    ['pair', 2.5142],
    ['related', 2.2601],
    ['bestRelated', 0.99769],
    ['codeLexical', 4.7168],
    ['definedCode', 5.503],
    ['documentSize', -0.19653],
  ],
};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = {
  intercept: -3.1227,
  weights: [
    ['best', 2.7316],
    ['bestAsked', 1.9195],
    ['missing', -1.1238],
    ['untyped', -1.1531],
    ['margin', 1.2184],
    ['length', 0.87462],
    ['lead', 0.35498],
    ['codeLexical', 2],
    ['vague', -45],
    ['documentExcess', -0.15],
  ],
};

/** Judge the first one of a few passages, whose statements are rarely similar to a question by chance. */
export const fewAnswerWeights: Weights = {
  intercept: -2.01,
  weights: [
    ['best', 6.08],
    ['bestRelated', 1.82],
    ['dense', -1.32],
    ['lexical', -0.75],
    ['missing', -0.69],
    ['untyped', -0.65],
    ['length', 0.29],
    ['codeLexical', 2],
  ],
};

export const answerThresholds = { likely: 1.0985, possible: 0.13512 };
