/** The placeholder of a loading table, shown after a short delay. */
export function TableSkeleton({ label, rows = 8 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div role="status" aria-label={label} className="fade-in-delayed px-6 pt-8">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex h-(--row-height) items-center gap-8 border-b border-line/60">
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

/** The placeholder of loading paragraphs, shown after a short delay. */
export function TextSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="fade-in-delayed flex flex-col gap-2.5 p-4">
      {Array.from({ length: 9 }, (_, line) => (
        <div
          key={line}
          className="h-2.5 rounded-full bg-well"
          style={{ width: `${line % 4 === 3 ? 46 : 100 - ((line * 13) % 17)}%` }}
        />
      ))}
    </div>
  );
}
