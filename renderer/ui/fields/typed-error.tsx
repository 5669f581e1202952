/** Of the element below which the error floats. */
export const typedErrorAnchorClass = '[anchor-name:--typed-field] [anchor-scope:--typed-field]';

/** The error of a small text field. Floats below it, also out of a row that is scrolled, so that nothing moves. */
export function TypedError({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p
      id={id}
      className="pointer-events-none fixed z-20 mt-1 [position-anchor:--typed-field] [position-area:bottom_span-left] rounded-control bg-raised px-2 py-1 text-small whitespace-nowrap text-bad shadow-float"
    >
      {children}
    </p>
  );
}
