import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleEllipsis,
  CircleMinus,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { classNames } from '../page/class-names.ts';

const tones = {
  good: { icon: CircleCheck, color: 'bg-good-tint text-good' },
  caution: { icon: TriangleAlert, color: 'bg-warn-tint text-warn' },
  bad: { icon: CircleAlert, color: 'bg-bad-tint text-bad' },
  busy: { icon: CircleEllipsis, color: 'bg-info-tint text-info' },
  pending: { icon: CircleDot, color: 'bg-warn-tint text-warn' },
  waiting: { icon: Clock, color: 'bg-well text-muted' },
  neutral: { icon: CircleMinus, color: 'bg-well text-muted' },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly color: string }>;

export type StatusTone = keyof typeof tones;

type StatusLabelProps = { readonly tone: StatusTone; readonly label: string };

/** Shows a status by icon and label, not by color alone. */
export function StatusLabel({ tone, label }: StatusLabelProps) {
  const { icon: Icon, color } = tones[tone];
  return (
    <span
      className={classNames(
        'inline-flex h-5 w-fit max-w-full min-w-0 items-center gap-1 rounded-full pr-2 pl-1.5 align-middle text-small whitespace-nowrap',
        color,
      )}
    >
      <Icon aria-hidden size={12} className="shrink-0" />
      <span className="truncate">{label}</span>
    </span>
  );
}
