import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';
import { AddByIdDialog } from '../../ui/dialogs/add-by-id-dialog.tsx';
import { refetchDocuments } from './documents-query.ts';

/** Adds the remote's documents that were uploaded elsewhere. */
export function AddDocumentsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <AddByIdDialog
      noun="document"
      description="Adds documents that were uploaded elsewhere. Nothing changes on the remote."
      importIds={async (ids) => {
        const result = await app(appRoutes.importDocuments, { json: { ids } });
        await refetchDocuments();
        return result;
      }}
      onClose={onClose}
    />
  );
}
