import { Check, CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

type CopyButtonProps = {
  /** A function for a secret, which must not stay in memory as a property. */
  readonly text: string | (() => string);
  readonly label: string;
};

/** Copies text to the clipboard and shows a check mark until the pointer or the focus leaves. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
  };
  return (
    <>
      <IconButton
        label={label}
        icon={isCopied ? <Check aria-hidden size={14} className="text-good" /> : <CopyIcon aria-hidden size={14} />}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
        onPointerLeave={() => setCopied(false)}
        className="size-6"
      />
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}
