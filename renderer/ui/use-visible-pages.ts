import { useCallback, useEffect, useRef, useState } from 'react';
import { getPagesToLoad } from './pages-to-load.ts';

/** Whoever drags the scrollbar through a thousand pages asks for a few of them. */
const throttleMs = 60;

/** The pages to be read of a long list, which follow what is drawn of it; `onVisibleRangeChange` is told the first and last such row. */
export function useVisiblePages(firstRow = 0) {
  const [pages, setPages] = useState<readonly number[]>(() => getPagesToLoad(firstRow, firstRow));
  const range = useRef({ first: firstRow, last: firstRow });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined; // effects may run again, and nothing would be asked for any more
    },
    [],
  );
  const onVisibleRangeChange = useCallback((first: number, last: number) => {
    range.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const next = getPagesToLoad(range.current.first, range.current.last);
      setPages((now) => (String(now) === String(next) ? now : next));
    }, throttleMs);
  }, []);
  return { pages, onVisibleRangeChange };
}
