import { Check, CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

/** Copies text to the clipboard and shows a check mark until the pointer or the focus leaves. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        icon={isCopied ? <Check aria-hidden size={14} className="text-good" /> : <CopyIcon aria-hidden size={14} />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
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
