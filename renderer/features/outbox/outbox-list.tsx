import { useId } from 'react';
import type { OpenOutboxItem } from '../../../shared/workspaces/sync.ts';
import { formatPhoneNumbersInText } from '../../format/phone-number.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { useItemRemoval } from '../../ui/tables/use-row-removal.ts';
import { formatOutboxTitle, outboxStateDisplays } from './describe-outbox-item.ts';

type OutboxListProps = {
  /** Formats the number of changes: `3 waiting`. */
  readonly heading: (count: number) => string;
  /** The name of the list. */
  readonly title: string;
  readonly items: readonly OpenOutboxItem[];
  /** The text above the list. A reason that it contains is not repeated. */
  readonly shownText: string;
  readonly getActions: (item: OpenOutboxItem) => readonly RowAction[];
  readonly busyId: string | null;
};

/** Changes that wait, each with the reason, the times and its actions. */
export function OutboxList({ heading, title, items, shownText, getActions, busyId }: OutboxListProps) {
  const headingId = useId();
  const list = useItemRemoval<HTMLUListElement>();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="border-b border-line px-4 py-3">
      <h3 id={headingId} className="mb-1 text-small font-normal text-muted">
        {heading(items.length)}
      </h3>
      <ul ref={list} aria-label={title} className="flex flex-col divide-y divide-line/60">
        {items.map((item) => (
          <OutboxRow
            key={item.item_id}
            item={item}
            reason={item.reason === null || shownText.includes(item.reason) ? null : item.reason}
            actions={getActions(item)}
            isBusy={item.item_id === busyId}
          />
        ))}
      </ul>
    </section>
  );
}

type OutboxRowProps = {
  readonly item: OpenOutboxItem;
  readonly reason: string | null;
  readonly actions: readonly RowAction[];
  readonly isBusy: boolean;
};

function OutboxRow({ item, reason, actions, isBusy }: OutboxRowProps) {
  const titleId = useId();
  const { state, queued_at, next_attempt_at, send_not_after } = item;
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-1 py-2">
      <p id={titleId} className="font-medium break-words select-text">
        <TextWithWholeNumbers text={formatOutboxTitle(item)} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
        <StatusLabel {...outboxStateDisplays[state]} />
        <span>
          queued <RelativeTime at={queued_at} />
        </span>
        {next_attempt_at !== null && <span>next attempt at {formatClockTime(next_attempt_at)}</span>}
        {state === 'queued' && send_not_after !== null && <span>on hold after {formatClockTime(send_not_after)}</span>}
      </p>
      {reason !== null && (
        <p className="text-small break-words select-text">
          <TextWithWholeNumbers text={formatPhoneNumbersInText(reason)} />
        </p>
      )}
      {actions.length > 0 && (
        <div role="group" aria-label={`Actions: ${formatOutboxTitle(item)}`} className="mt-0.5 flex flex-wrap gap-1.5">
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} size="small" aria-busy={isBusy} />
          ))}
        </div>
      )}
    </li>
  );
}

/** Text whose formatted phone numbers do not break across lines. */
function TextWithWholeNumbers({ text }: { readonly text: string }) {
  return text.split(/(\+\d[\d -]{5,20}\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts have no other identity than their places.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
