import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';

type ModelServerSettingsProps<State> = {
  /** What the server is called in a sentence. */
  readonly name: string;
  readonly query: UseQueryResult<State>;
  readonly changeReason: string | null;
  readonly describe: (state: State) => { readonly label: string; readonly note: string };
  readonly dialog: ComponentType<{ readonly state: State; readonly onClose: () => void }>;
};

/** Shows the server that is used for one purpose, and changes it in a dialog. */
export function ModelServerSettings<State extends { readonly key_hint: string | null }>({
  name,
  query: { data, error, refetch },
  changeReason,
  describe,
  dialog: ServerDialog,
}: ModelServerSettingsProps<State>) {
  const [isOpen, setOpen] = useState(false);
  if (error)
    return (
      <ErrorState
        title={`The ${name} could not be loaded`}
        detail={formatError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const { label, note } = describe(data);
  return (
    <>
      <SettingRow
        label={label}
        note={
          <span className="flex flex-col select-text">
            <span>{note}</span>
            {data.key_hint !== null && <span>API key ends with {data.key_hint}.</span>}
          </span>
        }
      >
        <Button size="small" disabledReason={changeReason} onClick={() => setOpen(true)}>
          Change {name}…
        </Button>
      </SettingRow>
      {isOpen && <ServerDialog state={data} onClose={() => setOpen(false)} />}
    </>
  );
}
