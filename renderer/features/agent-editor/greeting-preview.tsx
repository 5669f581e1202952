import { fillGreeting, listPlaceholders } from '../../../shared/agents/greeting.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createSampleMetadata } from '../../format/sample-metadata.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FilledGreeting } from '../../ui/page/filled-greeting.tsx';

export type ExampleMetadata = Readonly<Record<string, string>>;

/** Returns the example values of the placeholders, of which the user has changed some. */
export function getExampleMetadata(greeting: string, changed: ExampleMetadata): ExampleMetadata {
  const names = listPlaceholders(greeting);
  const samples = createSampleMetadata(names);
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? samples[name] ?? '']));
}

type GreetingPreviewProps = {
  readonly greeting: string;
  /** The example values of its placeholders. */
  readonly examples: ExampleMetadata;
  /** Called with the values that the user has changed. */
  readonly onChange: (changed: ExampleMetadata) => void;
};

/** The greeting as it is spoken, with example metadata that can be changed, and without metadata. */
export function GreetingPreview({ greeting, examples, onChange }: GreetingPreviewProps) {
  const names = Object.keys(examples);
  return (
    <section aria-label="Greeting preview" className="flex flex-col gap-3">
      <FilledGreeting greeting={greeting} metadata={examples} />
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
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            ))}
          </fieldset>
        </>
      )}
    </section>
  );
}
