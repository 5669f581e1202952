/** The program's mark: one line plugged across a board. */
export function Logo({ className }: { readonly className?: string }) {
  return <img src="./icon.svg" alt="" className={className} draggable={false} />;
}
