import { useMemo } from 'react';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { splitGreeting } from '../../../format/split-greeting.ts';
import { toMetadata, type MetadataRow } from './call-draft.ts';

type GreetingPreviewProps = { readonly agent: AgentRecord; readonly rows: readonly MetadataRow[] };

/** The greeting as the agent will speak it, with the metadata values highlighted. */
export function GreetingPreview({ agent, rows }: GreetingPreviewProps) {
  const parts = useMemo(() => splitGreeting(agent.greeting, toMetadata(rows)), [agent.greeting, rows]);
  return (
    <section aria-label="Greeting" className="flex flex-col gap-1">
      <h3 className="font-medium!">Greeting</h3>
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
    </section>
  );
}
