/** The error of a small text field. Floats below it, so that nothing moves. */
export function TypedError({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p
      id={id}
      className="pointer-events-none absolute top-full right-0 z-10 mt-1 rounded-control bg-raised px-2 py-1 text-small whitespace-nowrap text-bad shadow-float"
    >
      {children}
    </p>
  );
}
