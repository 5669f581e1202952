import { useMemo } from 'react';
import type { AgentRecord } from '../../../shared/agents.ts';
import { toMetadata, type MetadataRow } from './call-draft.ts';
import { splitGreeting } from './split-greeting.ts';

type GreetingPreviewProps = { readonly agent: AgentRecord; readonly rows: readonly MetadataRow[] };

/** What the agent will say first, with the values that the metadata put into it marked. */
export function GreetingPreview({ agent, rows }: GreetingPreviewProps) {
  const parts = useMemo(() => splitGreeting(agent.greeting, toMetadata(rows)), [agent.greeting, rows]);
  return (
    <section aria-label="Greeting" className="flex flex-col gap-1">
      <h3 className="font-medium!">Greeting</h3>
      <blockquote className="border-l-2 border-accent pl-3 break-words">
        {parts.map(({ text, isValue }, place) =>
          isValue ? (
            <bdi key={place}>
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
