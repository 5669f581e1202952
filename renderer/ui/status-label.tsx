import { CircleAlert, CircleCheck, CircleDashed, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

const tones = {
  good: { icon: CircleCheck, color: 'text-good' },
  bad: { icon: CircleAlert, color: 'text-bad' },
  busy: { icon: LoaderCircle, color: 'text-info' },
  pending: { icon: CircleDashed, color: 'text-warn' },
  waiting: { icon: Clock, color: 'text-muted' },
  neutral: { icon: CircleDashed, color: 'text-muted' },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly color: string }>;

export type StatusTone = keyof typeof tones;

type StatusLabelProps = { readonly tone: StatusTone; readonly label: string };

/** Shows a status by icon and label, not by color alone. */
export function StatusLabel({ tone, label }: StatusLabelProps) {
  const { icon: Icon, color } = tones[tone];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-middle">
      <Icon aria-hidden size={14} className={classNames('shrink-0', color, tone === 'busy' && 'spin')} />
      <span className="truncate">{label}</span>
    </span>
  );
}
