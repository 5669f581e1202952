import { formatNumber } from '../../format/format-number.ts';

type PageButtonProps = {
  readonly page: number;
  /** The last page, if the button is for several. */
  readonly last?: number;
  /** False in a long list, through which the Tab key would lead. Pages are also reached by their numbers. */
  readonly isTabStop?: boolean;
  /** Null if the page cannot be shown: its number is text then. */
  readonly onOpen: (() => void) | null;
};

/** The number of a page, which opens it. */
export function PageButton({ page, last = page, isTabStop = true, onOpen }: PageButtonProps) {
  const label = last === page ? `Page ${formatNumber(page)}` : `Pages ${formatNumber(page)} to ${formatNumber(last)}`;
  if (!onOpen) return <span className="shrink-0 whitespace-nowrap">{label}</span>;
  return (
    <button
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      onClick={onOpen}
      className="relative z-10 shrink-0 rounded-[4px] whitespace-nowrap text-accent-strong hover:underline"
    >
      {label}
    </button>
  );
}
