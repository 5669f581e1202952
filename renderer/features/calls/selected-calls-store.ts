import { create } from 'zustand';
import { limits } from '../../../shared/contract/limits.ts';
import { showWarningToast } from '../../ui/feedback/toasts.ts';
import { formatNumber } from '../../format/format-number.ts';

/** A row of the list of calls. Its index is that at the time of the selection. */
export type SelectedRow = { readonly callId: string; readonly index: number };

export type SelectedCalls = {
  readonly ids: ReadonlySet<string>;
  /** True if all calls that match the filter are selected, including those without an ID here. */
  readonly hasAllMatches: boolean;
  /** The row where a range starts: the last one that was selected by itself. */
  readonly anchor: SelectedRow | null;
  /** The selected calls outside the range. */
  readonly idsOutsideRange: ReadonlySet<string>;
};

const noCalls: SelectedCalls = { ids: new Set(), hasAllMatches: false, anchor: null, idsOutsideRange: new Set() };

/** The calls selected in the list. They stay selected while their rows move or are not loaded. */
export const useSelectedCalls = create<SelectedCalls>(() => noCalls);

export function hasSelectedCalls(): boolean {
  const { ids, hasAllMatches } = useSelectedCalls.getState();
  return hasAllMatches || ids.size > 0;
}

export function clearSelectedCalls(): void {
  useSelectedCalls.setState(noCalls);
}

/** Selects all calls that match the filter of the list. Selecting or unselecting a single call ends this. */
export function selectAllMatches(): void {
  useSelectedCalls.setState({ hasAllMatches: true, anchor: null });
}

/** Selects a call, or removes it from the selection. The next range starts there. */
export function toggleSelectedCall(anchor: SelectedRow): void {
  const { ids: earlier, hasAllMatches } = useSelectedCalls.getState();
  const ids = new Set(earlier);
  if (!ids.delete(anchor.callId) && !hasAllMatches) ids.add(anchor.callId);
  const kept = keepAllowed(ids);
  useSelectedCalls.setState({ ids: kept, hasAllMatches: false, anchor, idsOutsideRange: kept });
}

/** Sets where the next range starts. */
export function setRangeAnchor(anchor: SelectedRow): void {
  useSelectedCalls.setState(({ ids }) => ({ anchor, idsOutsideRange: ids }));
}

/** Replaces the selected range. */
export function selectRange(callIds: readonly string[]): void {
  useSelectedCalls.setState(({ idsOutsideRange }) => ({
    ids: keepAllowed(new Set([...idsOutsideRange, ...callIds])),
    hasAllMatches: false,
  }));
}

/** Leaves out calls that one request could not change. */
function keepAllowed(ids: ReadonlySet<string>): ReadonlySet<string> {
  const { reviewedCallIds: max } = limits;
  if (ids.size <= max) return ids;
  showWarningToast(`You can select at most ${formatNumber(max)} calls.`);
  return new Set([...ids].slice(0, max));
}
