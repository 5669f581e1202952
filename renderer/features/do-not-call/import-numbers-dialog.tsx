import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DoNotCallImport } from '../../../shared/calls/do-not-call.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { readTextFile } from '../../format/read-text-file.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CsvFileField } from '../../ui/fields/csv-file-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { doNotCallKey } from './do-not-call-query.ts';

type ImportState =
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly csv: string; readonly preview: DoNotCallImport }
  | { readonly state: 'failed'; readonly reason: string };

/** Shows what an import of a CSV file would do before it is done. */
export function ImportNumbersDialog({ onClose }: { readonly onClose: () => void }) {
  const [importState, setImportState] = useState<ImportState>({ state: 'empty' });
  const [isBusy, run] = useBusy();
  const preview = async (file: File | undefined) => {
    if (!file) return setImportState({ state: 'empty' });
    const csv = file.size > limits.doNotCallImportLength * 4 ? null : await readTextFile(file);
    if (csv === null || csv.length > limits.doNotCallImportLength)
      return setImportState({
        state: 'failed',
        reason: 'The file is too long. Nothing was imported. Split it into files of at most 5,000 numbers.',
      });
    try {
      setImportState({ state: 'ready', csv, preview: await v1(v1Routes.previewDoNotCallImport, { json: { csv } }) });
    } catch (error) {
      setImportState({ state: 'failed', reason: formatError(error) });
    }
  };
  const importNumbers = async () => {
    if (importState.state !== 'ready') return;
    try {
      const { added } = await v1(v1Routes.importDoNotCallEntries, { json: { csv: importState.csv } });
      await invalidate(doNotCallKey);
      showToast(`${formatCount(added, 'number')} added to the do-not-call list`);
      onClose();
    } catch (error) {
      setImportState({ state: 'failed', reason: formatError(error) });
    }
  };
  const canImport = importState.state === 'ready' && importState.preview.added > 0;
  return (
    <Dialog
      title="Import numbers"
      description="A CSV file with the numbers, and optional reasons in the next column or in one named Reason. You see the result before anything is imported."
      onClose={onClose}
    >
      <CsvFileField label="CSV file" onSelect={(file) => void run(() => preview(file))} />
      <div role="status">
        {importState.state === 'failed' && <p className="text-bad">{importState.reason}</p>}
        {importState.state === 'ready' && <ImportPreview preview={importState.preview} />}
      </div>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          size="large"
          aria-busy={isBusy}
          disabledReason={canImport ? null : 'Select a file with numbers that are not on the list.'}
          onClick={() => void run(importNumbers)}
        >
          {canImport ? `Import ${formatCount(importState.preview.added, 'number')}` : 'Import numbers'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ImportPreview({ preview }: { readonly preview: DoNotCallImport }) {
  const { added, already_listed, invalid, errors } = preview;
  return (
    <div className="flex flex-col gap-2">
      <p>
        {formatCount(added, 'number is', 'numbers are')} new, {already_listed} already listed or repeated, {invalid}{' '}
        invalid.
      </p>
      {errors.length > 0 && (
        <>
          <p className="text-muted">These numbers are left out:</p>
          <ul aria-label="Invalid rows" className="flex max-h-40 flex-col gap-1 overflow-auto text-small">
            {errors.map(({ row, value, detail }) => (
              <li key={`${row} ${value}`}>
                Row {row}: <span className="font-mono">{value === '' ? '(empty)' : value}</span> {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
