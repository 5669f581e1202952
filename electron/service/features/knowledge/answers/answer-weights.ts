// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = {
  intercept: -8.6994,
  weights: [
    ['dense', 14.017],
    ['lexical', 4.4837],
    ['related', 8.89],
    ['codeLexical', 12],
    ['definedCode', 14],
    ['documentSize', -0.5],
  ],
};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = {
  intercept: -6.0162,
  weights: [
    ['dense', 2.4497],
    ['lexical', 0.94606],
    ['best', 1.1379],
    ['pair', 2.5669],
    ['related', 2.4617],
    ['bestRelated', 1.1354],
    ['codeLexical', 4.6576],
    ['definedCode', 5.43],
    ['documentSize', -0.19407],
  ],
};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = {
  intercept: -2.5649,
  weights: [
    ['best', 1.8494],
    ['bestAsked', 2.4305],
    ['missing', -1.1322],
    ['untyped', -1.2564],
    ['margin', 3.8632],
    ['length', 0.71079],
    ['codeLexical', 2],
    ['vague', -45],
    ['documentExcess', -0.15],
  ],
};

export const answerThresholds = { likely: 1.2881, possible: 0.15474 };
