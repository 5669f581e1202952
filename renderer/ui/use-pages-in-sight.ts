import { useCallback, useEffect, useRef, useState } from 'react';
import { pagesAround } from './pages-around.ts';

/** Whoever drags the scrollbar through a thousand pages asks for a few of them. */
const settleMs = 60;

/** The pages to be read of a long list, which follow what is drawn of it; `onRange` is told the first and last such row. */
export function usePagesInSight(firstRow = 0) {
  const [pages, setPages] = useState<readonly number[]>(() => pagesAround(firstRow, firstRow));
  const range = useRef({ first: firstRow, last: firstRow });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined; // effects may run again, and nothing would be asked for any more
    },
    [],
  );
  const onRange = useCallback((first: number, last: number) => {
    range.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const next = pagesAround(range.current.first, range.current.last);
      setPages((now) => (String(now) === String(next) ? now : next));
    }, settleMs);
  }, []);
  return { pages, onRange };
}
