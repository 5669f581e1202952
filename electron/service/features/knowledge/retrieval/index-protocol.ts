import type { VectorMatch } from './vector-store.ts';

/** Requests to the index worker. They take effect in the order in which they are sent. */
export type IndexProtocol = {
  readonly add: {
    readonly input: {
      readonly partition: string;
      readonly chunkIds: readonly number[];
      readonly vectors: Float32Array;
    };
    readonly result: void;
  };
  readonly remove: {
    readonly input: { readonly partition: string; readonly chunkIds: readonly number[] };
    readonly result: void;
  };
  readonly search: {
    readonly input: {
      readonly partition: string;
      readonly query: Float32Array;
      readonly limit: number;
      readonly extraIds: readonly number[];
    };
    readonly result: readonly VectorMatch[];
  };
};
