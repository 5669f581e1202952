import { Link } from '@tanstack/react-router';
import type { DoNotCallEntry } from '../../../shared/calls/do-not-call.ts';
import type { Column } from '../../ui/tables/column.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { formatNationalPhoneNumber, formatPhoneNumber } from '../../format/phone-number.ts';

const sourceLabels = { manual: 'Added by hand', import: 'Imported', call: 'Call outcome' } as const;

export function createDoNotCallColumns(
  createRemoveAction: (entry: DoNotCallEntry) => RowAction,
): readonly Column<DoNotCallEntry>[] {
  return [
    {
      id: 'number',
      label: 'Number',
      width: '168px',
      isFilterable: true,
      // All spellings are found: with spaces, as digits only, and as in the country.
      value: ({ recipient_number }) =>
        `${formatPhoneNumber(recipient_number)} ${recipient_number} ${formatNationalPhoneNumber(recipient_number)}`,
      cell: ({ recipient_number }) => (
        <span className="font-medium tabular-nums select-text">{formatPhoneNumber(recipient_number)}</span>
      ),
    },
    {
      id: 'reason',
      label: 'Reason',
      isFilterable: true,
      value: ({ reason }) => reason,
      cell: ({ reason }) => (reason === '' ? <span className="text-muted">No reason given</span> : reason),
    },
    {
      id: 'source',
      label: 'Source',
      width: '120px',
      isHiddenWhenNarrow: true,
      value: ({ source }) => sourceLabels[source],
      cell: ({ source, call_id }) =>
        call_id === null ? (
          sourceLabels[source]
        ) : (
          <Link to="/calls/$callId" params={{ callId: call_id }} search={{}} className="text-accent hover:underline">
            {sourceLabels[source]}
          </Link>
        ),
    },
    {
      id: 'since',
      label: 'Since',
      width: '112px',
      isNumber: true,
      value: ({ added_at }) => Date.parse(added_at),
      cell: ({ added_at }) => <RelativeTime at={added_at} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '60px',
      isAction: true,
      value: () => '',
      cell: (entry) => {
        const { icon: Icon, disabledReason, run } = createRemoveAction(entry);
        return (
          <IconButton
            label={`Remove ${formatPhoneNumber(entry.recipient_number)}`}
            icon={Icon && <Icon aria-hidden size={14} />}
            disabledReason={disabledReason}
            side="left"
            onClick={run}
          />
        );
      },
    },
  ];
}
