import { TableSkeleton } from '../ui/table-skeleton.tsx';

/** The shape of the room: what it costs, the gauge, the days and the invoices. */
export function BillingSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="fade-in-delayed flex flex-col gap-3 px-6 pt-5">
        <div className="h-4 w-80 rounded-full bg-well" />
        <div className="h-2.5 w-96 rounded-full bg-well" />
        <div className="mt-4 h-3.5 rounded-[3px] bg-well" />
        <div className="mt-7 h-28 border-y border-line/60" />
      </div>
      <TableSkeleton label="Loading billing" rows={4} />
    </>
  );
}
