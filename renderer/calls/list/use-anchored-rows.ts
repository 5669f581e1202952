import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { TableHandle } from '../../ui/virtual-table.tsx';
import type { CallRows } from './call-rows.ts';

/**
 * Keeps what is looked at where it is, and the focus on its call, while calls come in above. Only where the list is by
 * time: a call whose status has changed belongs elsewhere in a list by status, and nobody wants to be taken along.
 */
export function useAnchoredRows(rows: CallRows, table: RefObject<TableHandle | null>, isByTime: boolean): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = rows;
    if (old === rows || !isByTime || !table.current) return;
    const { index } = table.current.getAnchor();
    const call = old.at(index);
    const now = call && rows.findIndex(call.call_id, index);
    if (typeof now === 'number' && now !== index) table.current.shiftRows(now - index);
  }, [rows, table, isByTime]);
}
