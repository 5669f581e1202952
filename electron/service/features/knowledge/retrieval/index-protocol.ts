import type { VectorMatch } from './vector-store.ts';

/** To the index worker, which does one after another in the order of their sending. */
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

/** From the index worker, to a search. */
export interface IndexReply {
  readonly searchId: number;
  readonly matches: readonly VectorMatch[];
}
