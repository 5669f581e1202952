import { Kbd } from './kbd.tsx';

/** Formatted alternative shortcuts and a description of their action. */
export type ShortcutHint = { readonly keys: readonly string[]; readonly description: string };

export function ShortcutHints({ hints }: { readonly hints: readonly ShortcutHint[] }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {hints.map(({ keys, description }) => (
        <div key={description} className="flex items-center justify-between gap-3">
          <dt>{description}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <Kbd key={key} keys={key} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
