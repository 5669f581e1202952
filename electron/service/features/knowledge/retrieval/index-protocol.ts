import type { VectorMatch } from './vector-store.ts';

/** Messages to the index worker, processed in order. */
export type IndexRequest =
  | {
      readonly kind: 'add';
      readonly partition: string;
      readonly chunkIds: readonly number[];
      readonly vectors: Float32Array;
    }
  | { readonly kind: 'remove'; readonly partition: string; readonly chunkIds: readonly number[] }
  | {
      readonly kind: 'search';
      readonly searchId: number;
      readonly partition: string;
      readonly query: Float32Array;
      readonly limit: number;
      readonly extraIds: readonly number[];
    };

/** The reply of the index worker to a search. */
export type IndexReply = {
  readonly searchId: number;
  readonly matches: readonly VectorMatch[];
};
