import { fillGreeting, listPlaceholders } from '../../../shared/greeting.ts';
import { splitGreeting } from '../../calls/place-call/split-greeting.ts';

/** Values that make a sample easier to read than the bare names would. */
const sampleMetadata: Readonly<Record<string, string>> = { first_name: 'Wilhelmina', last_name: 'Drake' };

/** How a greeting will sound, with metadata and without. */
export function GreetingSample({ greeting }: { readonly greeting: string }) {
  const names = listPlaceholders(greeting);
  const metadata = Object.fromEntries(names.map((name) => [name, sampleMetadata[name] ?? name.replaceAll('_', ' ')]));
  return (
    <section aria-label="How it will sound" className="flex flex-col gap-1">
      <blockquote className="border-l-2 border-accent pl-3 break-words">
        {splitGreeting(greeting, metadata).map(({ text, isValue }, place) =>
          isValue ? <mark key={place}>{text}</mark> : text,
        )}
      </blockquote>
      {names.length > 0 && (
        <p className="text-small break-words text-muted">Without metadata: “{fillGreeting(greeting, {})}”</p>
      )}
    </section>
  );
}
