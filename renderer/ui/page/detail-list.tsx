import type { ReactNode } from 'react';

/** A list of labels and values, in two columns. */
export function DetailList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-2">{children}</dl>;
}

export function Detail({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words select-text">{children}</dd>
    </>
  );
}
