import type { ReactNode } from 'react';

type SettingRowProps = { readonly label: string; readonly note?: ReactNode; readonly children: ReactNode };

/** Shows a label on the left and its control on the right. */
export function SettingRow({ label, note, children }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-40">
        {label}
        {note && <p className="text-small text-muted">{note}</p>}
      </div>
      {children}
    </div>
  );
}
