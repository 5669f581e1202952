import { formatNumber } from '../../../format/format-number.ts';

/** Shows that a remote call has more turns than are stored. */
export function MoreTurnsNote({ shown }: { readonly shown: number }) {
  return (
    <p className="px-6 py-1.5 text-small text-muted">
      Only the first {formatNumber(shown)} turns are stored and shown. The call has more turns on the remote.
    </p>
  );
}
