import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import type { RemoteImportResult } from '../../../shared/workspaces/remote-import.ts';
import { capitalize } from '../../format/capitalize.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { readTextFile } from '../../format/read-text-file.ts';
import { Button } from '../buttons/button.tsx';
import { CsvFileField } from '../fields/csv-file-field.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { showToast } from '../feedback/toasts.ts';
import { useBusy } from '../feedback/use-busy.ts';
import { parseIdList } from './parse-id-list.ts';

/** A longer file cannot be a list of IDs. */
const maxFileBytes = limits.remoteImportIds * limits.idLength * 4;

type DialogState =
  | { readonly name: 'editing'; readonly error: string | null }
  | { readonly name: 'done'; readonly result: RemoteImportResult };

type AddByIdDialogProps = {
  /** `document` or `call`. */
  readonly noun: string;
  readonly description: string;
  /** Adds the items and refreshes their list. */
  readonly importIds: (ids: string[]) => Promise<RemoteImportResult>;
  readonly onClose: () => void;
};

/** Adds documents or calls that the remote has and that were not made here, by the IDs that the remote gave them. */
export function AddByIdDialog({ noun, description, importIds, onClose }: AddByIdDialogProps) {
  const column = `${noun}_id`;
  const [text, setText] = useState('');
  const [state, setState] = useState<DialogState>({ name: 'editing', error: null });
  const [isBusy, run] = useBusy();
  const ids = parseIdList(text, column);
  const tooMany =
    ids.length > limits.remoteImportIds ? `Add at most ${formatNumber(limits.remoteImportIds)} at once.` : null;
  const fail = (error: string) => setState({ name: 'editing', error });

  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) return fail(`The file is too long. Use a CSV file with a column ${column}.`);
    const found = parseIdList(await readTextFile(file), column);
    if (found.length === 0) return fail(`The file contains no IDs. Use a CSV file with a column ${column}.`);
    setText(found.join('\n'));
    setState({ name: 'editing', error: null });
  };
  const add = async () => {
    try {
      const result = await importIds([...ids]);
      if (result.not_found.length + result.failed.length > 0) return setState({ name: 'done', result });
      showToast(formatResult(noun, result));
      onClose();
    } catch (error) {
      fail(formatError(error));
    }
  };

  return (
    <Dialog title={`Add ${noun}s by ID`} description={description} onClose={onClose}>
      {state.name === 'done' ? (
        <ImportResult noun={noun} result={state.result} />
      ) : (
        <>
          <TextArea
            label={`${capitalize(noun)} IDs`}
            hint="One per line."
            error={tooMany ?? state.error}
            rows={5}
            spellCheck={false}
            value={text}
            className="max-h-60 overflow-auto font-mono"
            onChange={(event) => setText(event.target.value)}
            onDrop={(event) => {
              if (event.dataTransfer.files.length === 0) return;
              event.preventDefault();
              event.stopPropagation();
              void run(() => readFile(event.dataTransfer.files[0]));
            }}
          />
          <CsvFileField
            label={`Or a CSV file with a column ${column}`}
            onSelect={(file) => void run(() => readFile(file))}
          />
        </>
      )}
      <DialogActions>
        {state.name === 'done' ? (
          <Button variant="primary" size="large" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button size="large" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              size="large"
              aria-busy={isBusy}
              disabledReason={tooMany ?? (ids.length === 0 ? `Enter the ID of a ${noun}.` : null)}
              onClick={() => void run(add)}
            >
              {ids.length === 0 ? `Add ${noun}s` : `Add ${formatCount(ids.length, noun)}`}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

type ImportResultProps = { readonly noun: string; readonly result: RemoteImportResult };

function ImportResult({ noun, result }: ImportResultProps) {
  const { not_found: notFound, failed } = result;
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>{formatResult(noun, result)}.</p>
      {notFound.length > 0 && (
        <div>
          <p className="text-muted">The remote has no {noun} with these IDs:</p>
          <ul
            aria-label="IDs that were not found"
            className="mt-1 max-h-40 overflow-auto font-mono text-small select-text"
          >
            {notFound.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </div>
      )}
      {failed.length > 0 && (
        <div>
          <p className="text-muted">These could not be fetched:</p>
          <ul aria-label="IDs that could not be fetched" className="mt-1 max-h-40 overflow-auto text-small select-text">
            {failed.map(({ id, reason }) => (
              <li key={id}>
                <span className="font-mono">{id}</span>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function formatResult(noun: string, { added, known }: RemoteImportResult): string {
  const text = `${formatCount(added, noun)} added`;
  return known === 0 ? text : `${text}, ${formatNumber(known)} already listed`;
}
