import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import { isMac } from '../../../data/bridge.ts';
import { isDialogOpen } from '../../../ui/commands/key-target.ts';
import { isShortcut } from '../../../ui/commands/shortcut.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { isEventInside } from '../../../ui/focus/is-event-inside.ts';
import { findRow, getRowIndex } from '../../../ui/tables/use-row-navigation.ts';
import { rowsPerPage } from '../../../ui/tables/use-visible-pages.ts';
import { callPageQuery } from '../calls-query.ts';
import type { CallsQuery } from '../calls-search.ts';
import {
  clearSelectedCalls,
  hasSelectedCalls,
  selectRange,
  setRangeAnchor,
  toggleSelectedCall,
  useSelectedCalls,
  type SelectedRow,
} from '../selected-calls-store.ts';
import type { CallRows } from './call-rows.ts';

/** Selects calls with keys and clicks. Returns the attributes of the element that contains the table. */
export function useCallSelection(query: CallsQuery, rows: CallRows) {
  const root = useRef<HTMLDivElement>(null);
  /** True until the next row has the focus, after a key that extends the range. */
  const isExtending = useRef(false);
  const latestRange = useRef(0);

  const findSelectedRow = (index: number): SelectedRow | null => {
    const call = rows.at(index);
    return call ? { callId: call.call_id, index } : null;
  };
  const toggle = (index: number) => {
    const row = findSelectedRow(index);
    if (row) toggleSelectedCall(row);
  };
  const extendTo = async (index: number) => {
    const { anchor } = useSelectedCalls.getState();
    if (!anchor) return toggle(index);
    const range = ++latestRange.current;
    const start = rows.findIndex(anchor.callId, anchor.index) ?? anchor.index;
    try {
      const callIds = await listCallIdsBetween(query, start, index);
      // The selection can have changed in the meantime.
      if (range === latestRange.current && useSelectedCalls.getState().anchor === anchor) selectRange(callIds);
    } catch (error) {
      showRequestError('The calls were not selected', error);
    }
  };
  const clear = () => {
    clearSelectedCalls();
    root.current?.querySelector<HTMLElement>('tr[data-row] th button[tabindex="0"]')?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = getRowIndex(event.target);
    isExtending.current = index !== null && event.shiftKey && ['ArrowUp', 'ArrowDown'].includes(event.key);
    if (index === null || !isEventInside(event)) return;
    if (isExtending.current && useSelectedCalls.getState().anchor === null) {
      const anchor = findSelectedRow(index);
      if (anchor) setRangeAnchor(anchor);
    }
    if (!isShortcut(event, 'x', isMac)) return;
    event.preventDefault();
    if (!event.repeat) toggle(index);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = getRowIndex(target);
    if (isExtending.current && index !== null) void extendTo(index);
    isExtending.current = false;
  };
  const onClickCapture = (event: MouseEvent) => {
    isExtending.current = false;
    const index = getRowIndex(event.target);
    const isToggle = isMac ? event.metaKey : event.ctrlKey;
    if (index === null || !(event.shiftKey || isToggle) || !isEventInside(event)) return;
    event.stopPropagation(); // the row would open
    findRow(event.target)?.querySelector<HTMLElement>('th button')?.focus({ preventScroll: true });
    if (event.shiftKey) void extendTo(index);
    else toggle(index);
  };

  const onWindowKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target } = event;
    const isInList = target === document.body || (target instanceof Node && root.current?.contains(target) === true);
    if (!isInList || event.defaultPrevented || isDialogOpen()) return;
    if (event.key === 'Escape' && hasSelectedCalls()) clear();
    else if (isShortcut(event, 'mod+a', isMac)) {
      useSelectedCalls.setState({ anchor: null });
      selectRange(rows.listIds());
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onWindowKeyDown(event);
    globalThis.addEventListener('keydown', listener);
    return () => globalThis.removeEventListener('keydown', listener);
  }, []);

  return { root, clear, onKeyDown, onFocus, onClickCapture };
}

/** Lists the calls from one row to another, as many as can be selected. Loads those that are not loaded. */
async function listCallIdsBetween(query: CallsQuery, start: number, end: number): Promise<readonly string[]> {
  const max = limits.reviewedCallIds - 1;
  const last = Math.max(start - max, Math.min(start + max, end));
  const [from, to] = start < last ? [start, last] : [last, start];
  const firstPage = Math.floor(from / rowsPerPage);
  const count = Math.floor(to / rowsPerPage) - firstPage + 1;
  const pages = await Promise.all(
    Array.from({ length: count }, (_, step) =>
      queryClient.fetchQuery({ ...callPageQuery(query, firstPage + step), staleTime: Infinity }),
    ),
  );
  const calls = pages.flatMap(({ data }) => data);
  return calls.slice(from - firstPage * rowsPerPage, to - firstPage * rowsPerPage + 1).map(({ call_id }) => call_id);
}
