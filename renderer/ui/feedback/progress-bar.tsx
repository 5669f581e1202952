import { classNames } from '../page/class-names.ts';

type ProgressBarProps = {
  readonly label: string;
  /** From 0 to 1, or null while the total is unknown. */
  readonly fraction: number | null;
  readonly className?: string;
};

export function ProgressBar({ label, fraction, className }: ProgressBarProps) {
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': percent })}
      className={classNames('h-0.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={classNames('h-full rounded-full bg-accent', percent === null && 'slide-indeterminate w-1/3')}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
