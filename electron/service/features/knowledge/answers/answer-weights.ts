// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = {
  intercept: -7.5616,
  weights: [
    ['dense', 12.684],
    ['lexical', 3.2552],
    ['related', 8.127],
    ['codeLexical', 12],
    ['definedCode', 14],
    ['documentSize', -0.5],
  ],
};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = {
  intercept: -5.888,
  weights: [
    ['dense', 2.2756],
    ['lexical', 0.54478],
    ['best', 1.2825],
    ['pair', 2.6711],
    ['related', 2.2545],
    ['bestRelated', 1.0803],
    ['codeLexical', 4.8962],
    ['definedCode', 5.7123],
    ['documentSize', -0.20401],
  ],
};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = {
  intercept: -3.2167,
  weights: [
    ['best', 2.7694],
    ['bestAsked', 1.6308],
    ['missing', -1.5979],
    ['untyped', -1.3896],
    ['margin', 0],
    ['length', 1.1006],
    ['lead', 0.45352],
    ['codeLexical', 2.37],
    ['vague', -53.325],
    ['documentExcess', -0.17775],
  ],
};

/** The same with the match of tokens, if this computer can compute them. */
export const matchedRankWeights: Weights = {
  intercept: -6.1036,
  weights: [
    ['dense', 1.6982],
    ['lexical', 0.52646],
    ['best', 1.14],
    ['pair', 2.4272],
    ['related', 2.0844],
    ['bestRelated', 1.0712],
    ['match', 0.37421],
    ['codeLexical', 4.9756],
    ['definedCode', 5.8049],
    ['documentSize', -0.20732],
  ],
};

export const matchedAnswerWeights: Weights = {
  intercept: -1.3516,
  weights: [
    ['best', 1.0472],
    ['bestAsked', 0.98741],
    ['missing', -0.86545],
    ['untyped', -0.53985],
    ['margin', 0],
    ['length', 0.22371],
    ['lead', 0.16742],
    ['match', 0.58934],
    ['codeLexical', 1.3106],
    ['vague', -29.489],
    ['documentExcess', -0.098295],
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
