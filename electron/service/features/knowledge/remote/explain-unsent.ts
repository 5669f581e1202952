import { RemoteError } from '../../remote/remote-client.ts';

/** Rethrows an error, with another message if the file is missing or damaged, so that it cannot be sent as it is. */
export function explainUnsent(error: unknown): never {
  if (!(error instanceof RemoteError) || error.kind !== 'rejected' || error.wasSent) throw error;
  throw new RemoteError('rejected', 'The original file is missing or damaged. Delete this document and add it again.', {
    wasSent: false,
    cause: error,
  });
}
