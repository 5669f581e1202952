/** Displays a formatted shortcut. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-[4px] border border-line bg-surface px-1 font-sans text-caption whitespace-nowrap text-muted">
      {keys}
    </kbd>
  );
}
