/** The shape of a table, shown only where the wait is long enough to notice. */
export function TableSkeleton({ label, rows = 8 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div role="status" aria-label={label} className="fade-in-delayed px-6 pt-8">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex h-9 items-center gap-8 border-b border-line/60">
          <div className="flex-1">
            <div className="h-2.5 rounded-full bg-well" style={{ width: `${38 + ((row * 37) % 45)}%` }} />
          </div>
          <div className="h-2.5 w-10 rounded-full bg-well" />
          <div className="h-2.5 w-16 rounded-full bg-well" />
          <div className="h-2.5 w-20 rounded-full bg-well" />
        </div>
      ))}
    </div>
  );
}
