import { Keys } from './keys.tsx';

/** Keys as this platform writes them, each of which does it, and what that is. */
export type KeyHint = { readonly keys: readonly string[]; readonly does: string };

export function KeyHints({ hints }: { readonly hints: readonly KeyHint[] }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {hints.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-3">
          <dt>{does}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <Keys key={key} keys={key} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
