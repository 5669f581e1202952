/** The shape of paragraphs, shown only where the wait is long enough to notice. */
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
