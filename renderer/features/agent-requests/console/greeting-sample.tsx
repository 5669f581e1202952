import { fillGreeting, listPlaceholders } from '../../../../shared/agents/greeting.ts';
import { splitGreeting } from '../../../format/split-greeting.ts';

/** Sample values that read better than the placeholder names. */
const sampleMetadata: Readonly<Record<string, string>> = { first_name: 'Wilhelmina', last_name: 'Drake' };

/** Shows a greeting with sample metadata and without metadata. */
export function GreetingSample({ greeting }: { readonly greeting: string }) {
  const names = listPlaceholders(greeting);
  const metadata = Object.fromEntries(names.map((name) => [name, sampleMetadata[name] ?? name.replaceAll('_', ' ')]));
  return (
    <section aria-label="Preview" className="flex flex-col gap-1">
      <blockquote className="border-l-2 border-accent pl-3 break-words">
        {splitGreeting(greeting, metadata).map(({ text, isValue }, index) =>
          isValue ? <mark key={index}>{text}</mark> : text,
        )}
      </blockquote>
      {names.length > 0 && (
        <p className="text-small break-words text-muted">Without metadata: “{fillGreeting(greeting, {})}”</p>
      )}
    </section>
  );
}
