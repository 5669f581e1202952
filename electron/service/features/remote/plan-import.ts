// Public: other features may import this file.
import { isRemoteId } from './remote-values.ts';

/** What happens to the IDs of documents or calls that are added, each of which counts once. */
type ImportPlan = {
  /** To be fetched. */
  readonly targets: readonly string[];
  /** The number of those that are known here. */
  readonly known: number;
  /** No ID of a remote can look like these. */
  readonly impossible: readonly string[];
};

export function planImport(ids: readonly string[], isKnown: (id: string) => boolean): ImportPlan {
  const distinct = [...new Set(ids)];
  return {
    targets: distinct.filter((id) => isRemoteId(id) && !isKnown(id)),
    known: distinct.filter(isKnown).length,
    impossible: distinct.filter((id) => !isRemoteId(id)),
  };
}
