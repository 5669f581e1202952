/** Shows the first letter of a workspace name on a tile. */
export function WorkspaceTile({ name }: { readonly name: string }) {
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? '·';
  return (
    <span
      aria-hidden="true"
      className="flex size-6 shrink-0 items-center justify-center rounded-control bg-accent text-small font-semibold text-on-accent"
    >
      {initial}
    </span>
  );
}
