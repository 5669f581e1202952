import { useMemo } from 'react';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { fillGreeting, listPlaceholders } from '../../../shared/agents/greeting.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createSampleMetadata } from '../../format/sample-metadata.ts';
import { splitGreeting } from '../../format/split-greeting.ts';
import { Field } from '../../ui/fields/field.tsx';

export type ExampleMetadata = Readonly<Record<string, string>>;

/** Returns the example values of the placeholders, of which the user has changed some. */
export function getExampleMetadata(greeting: string, changed: ExampleMetadata): ExampleMetadata {
  const names = listPlaceholders(greeting);
  const samples = createSampleMetadata(names);
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? samples[name] ?? '']));
}

type GreetingPreviewProps = {
  readonly definition: AgentDefinition;
  /** The example values that the user has changed. */
  readonly metadata: ExampleMetadata;
  readonly onChange: (metadata: ExampleMetadata) => void;
};

/** The greeting as it is spoken, with example metadata that can be changed, and without metadata. */
export function GreetingPreview({ definition: { greeting }, metadata, onChange }: GreetingPreviewProps) {
  const examples = useMemo(() => getExampleMetadata(greeting, metadata), [greeting, metadata]);
  const parts = useMemo(() => splitGreeting(greeting, examples), [greeting, examples]);
  const names = Object.keys(examples);
  return (
    <section aria-label="Greeting preview" className="flex flex-col gap-3">
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
      {names.length > 0 && (
        <>
          <p className="text-small break-words text-muted">Without metadata: “{fillGreeting(greeting, {})}”</p>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">Example metadata</legend>
            {names.map((name) => (
              <Field
                key={name}
                label={name}
                value={examples[name] ?? ''}
                maxLength={limits.metadataValueLength}
                autoComplete="off"
                onChange={(event) => onChange({ ...metadata, [name]: event.target.value })}
              />
            ))}
          </fieldset>
        </>
      )}
    </section>
  );
}
