import { useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatError } from '../../format/format-error.ts';
import { saveTextFile } from '../../data/save-file.ts';
import { app } from '../../data/service-clients.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

/** Shows the diagnostics before the user saves them. Nothing is sent. */
export function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['diagnostics'],
    queryFn: ({ signal }) => app(appRoutes.getDiagnostics, { signal }),
    gcTime: 0,
  });
  return (
    <Dialog
      title="Diagnostics"
      description="Versions, checks and the log, for a support request. They contain no names of workspaces, documents, transcripts or keys, and are not sent anywhere."
      isWide
      onClose={onClose}
    >
      {error ? (
        <p role="alert">{formatError(error)}</p>
      ) : (
        <textarea
          readOnly
          aria-label="Diagnostics"
          aria-busy={!data}
          spellCheck={false}
          wrap="off"
          value={data?.text ?? 'Collecting…'}
          className="h-80 resize-none overflow-auto rounded-control bg-well p-3 font-mono text-small"
        />
      )}
      <div className="flex items-center justify-end gap-2">
        {data && <CopyButton text={data.text} label="Copy diagnostics" />}
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          disabledReason={data ? null : 'They are being collected.'}
          onClick={() => data && saveTextFile('switchboard-diagnostics.json', 'application/json', data.text)}
        >
          Save…
        </Button>
      </div>
    </Dialog>
  );
}
