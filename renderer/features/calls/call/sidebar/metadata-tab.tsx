import type { CallMetadata, MetadataValue } from '../../../../../shared/calls/call-metadata.ts';
import { formatCount } from '../../../../format/format-number.ts';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';

export function MetadataTab({ metadata }: { readonly metadata: CallMetadata }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return <p className="p-4 text-muted">No metadata was sent to the agent.</p>;
  return (
    <div className="px-4 py-3">
      <div className="flex items-center justify-between text-small text-muted">
        {formatCount(entries.length, 'entry', 'entries')} sent to the agent
        <CopyButton text={JSON.stringify(metadata, null, 2)} label="Copy as JSON" />
      </div>
      <dl className="mt-1">
        {entries.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 border-b border-line/60 py-1.5">
            <dt className="break-words text-muted">{name}</dt>
            <dd className="break-words whitespace-pre-wrap select-text">{formatDisplayValue(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function formatDisplayValue(value: MetadataValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
