// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = {
  intercept: -7.4364,
  weights: [
    ['dense', 12.869],
    ['lexical', 4.1754],
    ['related', 8.0091],
    ['codeLexical', 12],
    ['definedCode', 14],
    ['documentSize', -0.5],
  ],
};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = {
  intercept: -5.9353,
  weights: [
    ['dense', 2.3663],
    ['lexical', 1.0202],
    ['best', 1.0555],
    ['pair', 3.0349],
    ['related', 2.395],
    ['bestRelated', 0.6642],
    ['codeLexical', 4.8611],
    ['definedCode', 5.6713],
    ['documentSize', -0.20255],
  ],
};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = {
  intercept: -3.171,
  weights: [
    ['best', 3.8468],
    ['bestAsked', 1.4255],
    ['missing', -1.1366],
    ['untyped', -1.0568],
    ['margin', 0],
    ['length', 0.8688],
    ['lead', 0.2527],
    ['codeLexical', 2.129],
    ['vague', -47.902],
    ['documentExcess', -0.15967],
  ],
};

/** The same with the match of tokens, if this computer can compute them. */
export const matchedRankWeights: Weights = {
  intercept: -5.9425,
  weights: [
    ['dense', 0.84376],
    ['lexical', 0.63473],
    ['best', 0.77673],
    ['pair', 2.2505],
    ['related', 1.7237],
    ['bestRelated', 0.58644],
    ['match', 0.6354],
    ['codeLexical', 4.2456],
    ['definedCode', 4.9532],
    ['documentSize', -0.1769],
  ],
};

export const matchedAnswerWeights: Weights = {
  intercept: -1.54,
  weights: [
    ['best', 1.8262],
    ['bestAsked', 0.65953],
    ['missing', -0.41646],
    ['untyped', -0.34982],
    ['margin', 0.37772],
    ['length', 0.099511],
    ['lead', 0.23172],
    ['match', 0.59724],
    ['codeLexical', 1.0827],
    ['vague', -24.36],
    ['documentExcess', -0.081199],
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
