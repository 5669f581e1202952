import { Link } from '@tanstack/react-router';
import { formatClock } from '../../format/format-clock.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

type CallMomentLinkProps = {
  readonly call: { readonly call_id: string; readonly start_seconds: number };
  /** When the call took place. */
  readonly at: string;
  readonly title: string;
};

/** A link to a moment of a call: `18 h ago at 1:14`. */
export function CallMomentLink({ call: { call_id, start_seconds }, at, title }: CallMomentLinkProps) {
  return (
    <Link
      to="/calls/$callId"
      params={{ callId: call_id }}
      search={{ t: start_seconds }}
      title={title}
      className="rounded-control text-small text-muted hover:text-ink hover:underline"
    >
      <RelativeTime at={at} /> at {formatClock(start_seconds)}
    </Link>
  );
}
