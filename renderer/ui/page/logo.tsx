/** The logo of the application. */
export function Logo({ className }: { readonly className?: string }) {
  return <img src="./icon.svg" alt="" className={className} draggable={false} />;
}
