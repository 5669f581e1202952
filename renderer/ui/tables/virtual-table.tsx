import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type UIEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useTextScale } from '../page/use-text-scale.ts';
import type { RowActions } from './row-action.ts';
import { RowMenu } from './row-menu.tsx';
import { getRowIndex, useRowNavigation } from './use-row-navigation.ts';
import { useRowRemoval, type RowIndexes } from './use-row-removal.ts';
import { useRowHeight } from './use-row-height.ts';

/** At the standard text size. */
const headerHeightPx = 32;

/** The scroll position and the active row of a table. */
export type TablePosition = { readonly scrollTop: number; readonly activeIndex: number };

export type TableHandle = {
  /** Returns the focused row, or else the first visible one. */
  readonly getAnchor: () => { readonly index: number; readonly hasFocus: boolean };
  /** Compensates for rows inserted above, so that the visible rows and the focus stay. */
  readonly shiftRows: (rows: number) => void;
  /** Scrolls to the first row. */
  readonly reset: () => void;
};

type VirtualTableProps = {
  readonly label: string;
  readonly count: number;
  /** The rows whose removal shows as a motion. Omitted if rows are never removed. */
  readonly rowIndexes?: RowIndexes;
  /** Whether rows have a second line. */
  readonly isDetailed?: boolean;
  readonly header: ReactNode;
  /** While `isScrollingFast`, rows pass too fast to read and may be simplified. */
  readonly renderRow: (index: number, isActive: boolean, isScrollingFast: boolean) => ReactNode;
  /** Whether rows contain buttons. If not, the table itself is focusable. */
  readonly hasRowButtons: boolean;
  readonly onDelete?: (index: number) => void;
  /** Returns the actions in the menu of a row. Omitted if rows have no menu. */
  readonly listActions?: ((index: number) => RowActions) | undefined;
  /** Called with the first and the last rendered row. */
  readonly onVisibleRangeChange?: (first: number, last: number) => void;
  readonly initialPosition?: TablePosition;
  /** Whether the row at the initial position receives the focus, and is scrolled into view. */
  readonly focusInitialRow?: boolean;
  readonly onUnmount?: (position: TablePosition) => void;
  readonly handle?: Ref<TableHandle>;
};

const startPosition: TablePosition = { scrollTop: 0, activeIndex: 0 };

/** A virtualized table with a sticky header, rows of equal height and keyboard navigation. */
export function VirtualTable(props: VirtualTableProps) {
  const { label, count, header, renderRow, hasRowButtons, onDelete, onVisibleRangeChange, onUnmount, handle } = props;
  const { focusInitialRow = false, listActions } = props;
  const initialPosition = props.initialPosition ?? startPosition;
  const headerPx = headerHeightPx * useTextScale();
  const rowHeightPx = useRowHeight(props.isDetailed ? 'detailed' : 'plain');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    scrollPaddingStart: headerPx,
    scrollPaddingEnd: headerPx, // the sticky header covers the rows at the start
    initialOffset: initialPosition.scrollTop,
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeightPx, virtualizer]);
  useRowRemoval(scroller, props.rowIndexes, rowHeightPx);
  const { activeIndex, activate, onKeyDown, onFocus } = useRowNavigation({
    count,
    scroller,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onDelete: (index) => onDelete?.(index),
    initialIndex: initialPosition.activeIndex,
    focusInitialRow,
  });
  const revealInitialRow = useEffectEvent(() => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
    const top = initialPosition.activeIndex * rowHeightPx;
    const isVisible = top >= scrollTop && top + rowHeightPx + headerPx <= scrollTop + clientHeight;
    if (focusInitialRow && !isVisible) virtualizer.scrollToIndex(initialPosition.activeIndex);
  });
  useLayoutEffect(() => revealInitialRow(), []);
  const { isScrollingFast, onScroll } = useFastScroll();
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onVisibleRangeChange?.(first, last), [first, last, onVisibleRangeChange]);

  useImperativeHandle(handle, () => ({
    getAnchor: () => {
      const focused = scroller.current?.contains(document.activeElement) ? getRowIndex(document.activeElement) : null;
      const firstVisible = Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeightPx);
      return { index: focused ?? firstVisible, hasFocus: focused !== null };
    },
    shiftRows: (rows) => {
      const hasFocus = scroller.current?.contains(document.activeElement) === true;
      // A list that is scrolled to the top shows new rows as they arrive.
      if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTop += rows * rowHeightPx;
      activate(activeIndex + rows, hasFocus && getRowIndex(document.activeElement) !== null);
    },
    reset: () => {
      virtualizer.scrollToOffset(0);
      activate(0, false);
    },
  }));

  const lastActiveIndex = useRef(activeIndex);
  useEffect(() => void (lastActiveIndex.current = activeIndex), [activeIndex]);
  useLayoutEffect(() => {
    const element = scroller.current; // the ref is empty during the cleanup
    return () => onUnmount?.({ scrollTop: element?.scrollTop ?? 0, activeIndex: lastActiveIndex.current });
  }, [onUnmount]);

  const topSpacerPx = items[0]?.start ?? 0;
  const bottomSpacerPx = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const table = (
    // Handles keys from the buttons in the rows.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      aria-label={label}
      aria-rowcount={count + 1}
      className="w-full table-fixed border-separate border-spacing-0"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {header}
      <tbody>
        <Spacer height={topSpacerPx} />
        {items.map(({ index }) => renderRow(index, index === activeIndex, isScrollingFast))}
        <Spacer height={bottomSpacerPx} />
      </tbody>
    </table>
  );
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className="@container min-h-0 flex-1 overflow-auto -outline-offset-2! [overflow-anchor:none]"
      {...(!hasRowButtons && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` })}
    >
      {listActions ? <RowMenu listActions={listActions}>{table}</RowMenu> : table}
    </div>
  );
}

/** Takes up the height of the rows that are not rendered. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty and hidden */}
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

/** The time after the last jump until rows are rendered in full again. */
const settleMs = 100;

/** Returns whether a table scrolls by more than its own height per frame, which is too fast to read. */
function useFastScroll() {
  const [isScrollingFast, setScrollingFast] = useState(false);
  const last = useRef({ top: 0, jumpedAt: -Infinity });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight }, timeStamp }: UIEvent<HTMLElement>) => {
    const { top, jumpedAt } = last.current;
    const isJump = Math.abs(scrollTop - top) > clientHeight;
    last.current = { top: scrollTop, jumpedAt: isJump ? timeStamp : jumpedAt };
    // A single jump, as with the End key, renders in full.
    if (!isJump || timeStamp - jumpedAt > settleMs) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setScrollingFast(false), settleMs);
    // Must apply before the rows of this frame render, later in the same event.
    if (!isScrollingFast) flushSync(() => setScrollingFast(true));
  };
  return { isScrollingFast, onScroll };
}
