import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';

const tones = {
  warn: { background: 'bg-warn-soft', icon: 'text-warn', role: 'note' },
  bad: { background: 'bg-bad-soft', icon: 'text-bad', role: 'alert' },
} as const;

type BannerProps = {
  readonly label: string;
  readonly tone: keyof typeof tones;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  /** A button or a link, or why there is none. */
  readonly action?: ReactNode;
};

/** A line above every view about the workspace as a whole. Screen readers announce a bad one at once. */
export function Banner({ label, tone, icon: Icon, children, action }: BannerProps) {
  const { background, icon, role } = tones[tone];
  return (
    <div
      role={role}
      aria-label={label}
      className={classNames(
        'flex min-h-8 shrink-0 items-center gap-2 border-b border-line px-6 py-1 text-small',
        background,
      )}
    >
      <Icon aria-hidden size={14} className={classNames('shrink-0', icon)} />
      <p className="min-w-0 flex-1 break-words">{children}</p>
      {action}
    </div>
  );
}
