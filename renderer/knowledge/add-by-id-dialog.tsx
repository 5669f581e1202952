import { useState } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import type { RemoteImportResult } from '../../shared/remote-import.ts';
import { formatError } from '../format/format-error.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { app } from '../service-clients.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { refetchDocuments } from './documents-query.ts';
import { parseIdList } from './parse-id-list.ts';

/** Longer files are no lists of IDs. */
const maxFileBytes = limits.remoteImportIds * limits.idLength * 4;

type DialogState =
  | { readonly name: 'editing'; readonly error: string | null }
  | { readonly name: 'done'; readonly result: RemoteImportResult };

/** Adds documents of the remote that were uploaded elsewhere, by the IDs that the remote gave them. */
export function AddByIdDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<DialogState>({ name: 'editing', error: null });
  const [isBusy, run] = useBusy();
  const ids = parseIdList(text, 'document_id');
  const tooMany =
    ids.length > limits.remoteImportIds ? `Add at most ${formatNumber(limits.remoteImportIds)} at once.` : null;
  const fail = (error: string) => setState({ name: 'editing', error });

  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) return fail('The file is too long. Use a CSV file with a column document_id.');
    const found = parseIdList(await file.text(), 'document_id');
    if (found.length === 0) return fail('The file contains no IDs. Use a CSV file with a column document_id.');
    setText(found.join('\n'));
    setState({ name: 'editing', error: null });
  };
  const add = async () => {
    try {
      const result = await app(appRoutes.importDocuments, { json: { ids: [...ids] } });
      await refetchDocuments();
      if (result.not_found.length + result.failed.length > 0) return setState({ name: 'done', result });
      showToast(formatResult(result));
      onClose();
    } catch (error) {
      fail(formatError(error));
    }
  };

  return (
    <Dialog
      title="Add documents by ID"
      description="Adds documents that the remote has and that were uploaded elsewhere. Nothing is uploaded or changed at the remote."
      onClose={onClose}
    >
      {state.name === 'done' ? (
        <ImportResult result={state.result} />
      ) : (
        <>
          <TextArea
            label="Document IDs"
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
          <label className="flex flex-col gap-1">
            <span className="font-medium">Or a CSV file with a column document_id</span>
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => void run(() => readFile(event.target.files?.[0]))}
            />
          </label>
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
              disabledReason={tooMany ?? (ids.length === 0 ? 'Enter the ID of a document.' : null)}
              onClick={() => void run(add)}
            >
              {ids.length === 0 ? 'Add documents' : `Add ${formatCount(ids.length, 'document')}`}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function ImportResult({ result }: { readonly result: RemoteImportResult }) {
  const { not_found: notFound, failed } = result;
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>{formatResult(result)}.</p>
      {notFound.length > 0 && (
        <div>
          <p className="text-muted">The remote has no document with these IDs:</p>
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

function formatResult({ added, known }: RemoteImportResult): string {
  const text = `${formatCount(added, 'document')} added`;
  return known === 0 ? text : `${text}, ${formatNumber(known)} already listed`;
}
