import { useMemo } from 'react';
import type { CallMetadata } from '../../../shared/calls/call-metadata.ts';
import { splitGreeting } from '../../format/split-greeting.ts';

type FilledGreetingProps = { readonly greeting: string; readonly metadata: CallMetadata };

/** A greeting as the agent speaks it, with the metadata values highlighted. */
export function FilledGreeting({ greeting, metadata }: FilledGreetingProps) {
  const parts = useMemo(() => splitGreeting(greeting, metadata), [greeting, metadata]);
  return (
    <blockquote className="border-l-2 border-accent pl-3 break-words">
      {parts.map(({ text, isValue }, index) =>
        isValue ? (
          <bdi key={index}>
            <mark>{text}</mark>
          </bdi>
        ) : (
          text
        ),
      )}
    </blockquote>
  );
}
