import { Check, CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

/** Copies a text; the icon turns into a check until the pointer or the focus leaves. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        icon={copied ? <Check aria-hidden size={14} className="text-good" /> : <CopyIcon aria-hidden size={14} />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        onBlur={() => setCopied(false)}
        onPointerLeave={() => setCopied(false)}
        className="size-6"
      />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
