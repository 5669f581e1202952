import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { useFastScroll } from './use-fast-scroll.ts';
import { getRowIndex, useRowNavigation } from './use-row-navigation.ts';
import { useTextScale } from './use-text-scale.ts';

/** In pixels, where the text has its standard size; both grow with it. */
export const rowHeightPx = 36;

/** Of rows that have a second line. */
export const detailedRowHeightPx = 64;

/** Where a table was left. */
export type TablePosition = { readonly scrollTop: number; readonly activeIndex: number };

export type TableHandle = {
  /** The row that has the focus, or else the first that can be seen. */
  readonly getAnchor: () => { readonly index: number; readonly hasFocus: boolean };
  /** Follows rows that moved by so many places: what is looked at and what has the focus stay. */
  readonly shiftRows: (rows: number) => void;
  /** Back to the first row. */
  readonly reset: () => void;
};

type VirtualTableProps = {
  readonly label: string;
  readonly count: number;
  readonly rowHeight?: number;
  readonly head: ReactNode;
  /** `isScrollingFast` while rows pass by faster than anybody reads, and may be drawn roughly. */
  readonly renderRow: (index: number, isActive: boolean, isScrollingFast: boolean) => ReactNode;
  /** Whether rows hold buttons; the table itself takes the focus otherwise. */
  readonly hasRowButtons: boolean;
  readonly onDelete?: (index: number) => void;
  /** Told which rows are drawn. */
  readonly onVisibleRangeChange?: (first: number, last: number) => void;
  readonly initialPosition?: TablePosition;
  /** Whether the row of that place should have the focus. */
  readonly focusInitialRow?: boolean;
  readonly onUnmount?: (place: TablePosition) => void;
  readonly handle?: Ref<TableHandle>;
};

const startPosition: TablePosition = { scrollTop: 0, activeIndex: 0 };

/** A table of any length with a sticky head. Rows are of one height, and reached by arrows. */
export function VirtualTable(props: VirtualTableProps) {
  const { label, count, head, renderRow, hasRowButtons, onDelete, onVisibleRangeChange, onUnmount, handle } = props;
  const { focusInitialRow = false } = props;
  const initialPosition = props.initialPosition ?? startPosition;
  const scale = useTextScale();
  const height = (props.rowHeight ?? rowHeightPx) * scale;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: rowHeightPx * scale,
    scrollPaddingEnd: rowHeightPx * scale, // the head stands above the first row
    initialOffset: initialPosition.scrollTop,
  });
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer]);
  const { activeIndex, activate, onKeyDown, onFocus } = useRowNavigation({
    count,
    scroller,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onDelete: (index) => onDelete?.(index),
    initialIndex: initialPosition.activeIndex,
    focusInitialRow,
  });
  const { isScrollingFast, onScroll } = useFastScroll();
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onVisibleRangeChange?.(first, last), [first, last, onVisibleRangeChange]);

  useImperativeHandle(handle, () => ({
    getAnchor: () => {
      const focused = scroller.current?.contains(document.activeElement) ? getRowIndex(document.activeElement) : null;
      const seen = Math.ceil((scroller.current?.scrollTop ?? 0) / height);
      return { index: focused ?? seen, hasFocus: focused !== null };
    },
    shiftRows: (rows) => {
      const hasFocus = scroller.current?.contains(document.activeElement) === true;
      // Who looks at the top of a list wants to see what comes in there.
      if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTop += rows * height;
      activate(activeIndex + rows, hasFocus && getRowIndex(document.activeElement) !== null);
    },
    reset: () => {
      virtualizer.scrollToOffset(0);
      activate(0, false);
    },
  }));

  const left = useRef(activeIndex);
  useEffect(() => void (left.current = activeIndex), [activeIndex]);
  useLayoutEffect(() => {
    const element = scroller.current; // gone from the ref by the time of the clean-up
    return () => onUnmount?.({ scrollTop: element?.scrollTop ?? 0, activeIndex: left.current });
  }, [onUnmount]);

  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className="@container min-h-0 flex-1 overflow-auto -outline-offset-2! [overflow-anchor:none]"
      {...(!hasRowButtons && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` })}
    >
      {/* Keys bubble up here from the buttons in the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        aria-label={label}
        aria-rowcount={count + 1}
        className="w-full table-fixed border-separate border-spacing-0"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {head}
        <tbody>
          <Spacer height={above} />
          {items.map(({ index }) => renderRow(index, index === activeIndex, isScrollingFast))}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty stretch, hidden from everybody */}
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
