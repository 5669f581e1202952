import { appRoutes } from '../../../../shared/contract/contract.ts';
import { app } from '../../../data/service-clients.ts';
import { AddByIdDialog } from '../../../ui/dialogs/add-by-id-dialog.tsx';
import { refreshCalls } from '../calls-query.ts';

/** Adds the remote's calls that were made elsewhere. */
export function AddCallsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <AddByIdDialog
      noun="call"
      description="Adds calls that were placed elsewhere, with their transcripts and recordings. The remote doesn’t send their phone numbers or times."
      importIds={async (ids) => {
        const result = await app(appRoutes.importCalls, { json: { ids } });
        refreshCalls();
        return result;
      }}
      onClose={onClose}
    />
  );
}
