// Written by test/bench/fit-token-rows.py.

/** What the similarities of tokens say about an answer. `sharpness` says how much the highest similarity counts. */
export const tokenWeights = {
  intercept: 0.3061,
  weights: { cover: 6.9788, missing: -3.2261, worst: -3.0128, variance: 0.1175 },
  sharpness: 9.4382,
};
