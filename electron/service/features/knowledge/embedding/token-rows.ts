/** Numbers of a token's vector. */
export const tokenDimensions = 32;

/**
 * The tokens of a text in their context, a row for each: its vector as a part of a question, its vector as a part of a passage, both of unit
 * length, and its importance in a question, as a logarithm. Special tokens are left out.
 */
export type TokenRows = Float32Array;

/** Numbers of a row. */
export const tokenRowSize = 2 * tokenDimensions + 1;
