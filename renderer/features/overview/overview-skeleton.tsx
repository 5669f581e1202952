/** Placeholder while the overview loads. Appears after a delay, so that fast loads do not flicker. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the overview" className="fade-in-delayed flex flex-col gap-8 px-6 pt-5">
      <div aria-hidden="true" className="flex flex-col gap-3">
        <div className="h-4 w-80 rounded-full bg-well" />
        <div className="h-2.5 w-64 rounded-full bg-well" />
      </div>
      {[3, 1, 5].map((rows, section) => (
        <div key={section} aria-hidden="true">
          <div className="mb-3 h-3 w-28 rounded-full bg-well" />
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="flex h-(--row-height) items-center gap-8 border-t border-line/60">
              <div className="flex-1">
                <div className="h-2.5 rounded-full bg-well" style={{ width: `${38 + ((row * 37) % 45)}%` }} />
              </div>
              <div className="h-2.5 w-36 rounded-full bg-well" />
              <div className="h-2.5 w-16 rounded-full bg-well" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
