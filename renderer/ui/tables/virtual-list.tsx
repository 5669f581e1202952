import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

type VirtualListProps<Item> = {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string | number;
  readonly renderItem: (item: Item) => ReactNode;
  readonly estimatedItemHeightPx: number;
  /** Called when the user scrolls near the end. */
  readonly onEnd?: () => void;
  /** Scrolls to this item when the index changes. */
  readonly scrollToItemIndex?: number | null;
};

/** A virtualized list of items with different heights. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, getItemKey, renderItem, estimatedItemHeightPx, onEnd, scrollToItemIndex } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedItemHeightPx,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : getItemKey(item);
    },
    overscan: 6,
  });
  const virtualItems = virtualizer.getVirtualItems();
  const lastIndex = virtualItems.at(-1)?.index ?? 0;

  useEffect(() => {
    if (lastIndex >= items.length - 10) onEnd?.();
  }, [lastIndex, items.length, onEnd]);

  useEffect(() => {
    if (scrollToItemIndex === null || scrollToItemIndex === undefined || scrollToItemIndex < 0) return;
    virtualizer.scrollToIndex(scrollToItemIndex, { align: 'start' });
  }, [scrollToItemIndex, virtualizer]);

  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="h-full overflow-auto -outline-offset-2!"
    >
      <div role="list" aria-label={label} className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualItems.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={row.key}
              role="listitem"
              aria-posinset={row.index + 1}
              aria-setsize={-1}
              data-index={row.index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {renderItem(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
