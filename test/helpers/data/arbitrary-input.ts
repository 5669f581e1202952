import * as fc from 'fast-check';
import * as z from 'zod';
import { anyCharacter } from './any-character.ts';

/** Any characters, and texts that parsers, databases, file systems and exports treat in a special way. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '',
    '..',
    '*',
    '\u0000',
    '\u202egpj',
    '%00',
    '=1+1',
    '__proto__',
    "' OR 1=1 --",
    '"NEAR(a b) AND NOT * ^ col:x',
    '2028-02-29T09:00:00.000Z',
    'प्रिया 東京 ﬁ',
    '9'.repeat(400),
  ),
);

/** What `arbitraryInput` reads of a JSON schema. */
type JsonSchema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly pattern?: string;
};

/** Generates the texts of properties with these names, and of the items of their lists. */
type TextsByName = Readonly<Record<string, fc.Arbitrary<string>>>;

const maxItems = 4;

/**
 * Generates inputs for a schema. Most match it, except for checks that JSON Schema cannot express, so that requests reach the code
 * behind the checks; one value in twenty is any JSON.
 */
export function arbitraryInput(schema: z.ZodType, texts: TextsByName = {}): fc.Arbitrary<unknown> {
  return arbitraryValue(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, '', texts); // its type has every keyword
}

function arbitraryValue(schema: JsonSchema, name: string, texts: TextsByName): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 19, arbitrary: arbitraryMatch(schema, name, texts) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function arbitraryMatch(schema: JsonSchema, name: string, texts: TextsByName): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryValue(choice, name, texts)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return arbitraryObject(schema, texts);
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}, name, texts), {
        minLength: Math.min(schema.minItems ?? 0, maxItems),
        maxLength: Math.min(schema.maxItems ?? maxItems, maxItems),
      });
    case 'string':
      return arbitraryText(schema, name, texts);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function arbitraryObject(schema: JsonSchema, texts: TextsByName): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (Object.keys(properties).length === 0 && additionalProperties !== false)
    return fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  const fields = Object.entries(properties).map(([key, value]) => [key, arbitraryValue(value, key, texts)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
}

function arbitraryText({ format, pattern, minLength = 0 }: JsonSchema, name: string, texts: TextsByName) {
  const known = texts[name];
  if (known) return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: anyText });
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return minLength === 0 ? anyText : anyText.map((text) => text.padEnd(minLength, 'x'));
}
