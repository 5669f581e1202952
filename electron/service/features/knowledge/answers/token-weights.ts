// Written by test/bench/fit-token-rows.py.

/** What the similarities of tokens say about an answer. `sharpness` says how much the highest similarity counts. */
export const tokenWeights = {
  intercept: 0.2364,
  weights: { cover: 7.263, missing: -3.3948, worst: -3.2575, variance: 0.1339 },
  sharpness: 10.0953,
};
