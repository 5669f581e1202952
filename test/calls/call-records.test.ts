import { describe, expect, test } from 'vitest';
import type { CallMetadata } from '../../shared/calls/call-metadata.ts';
import { limits } from '../../shared/contract/limits.ts';
import { defaultRecipientNameRule } from '../../shared/calls/recipient-names.ts';
import { findRecipientName } from '../../electron/service/features/calls/call-records.ts';

const find = (metadata: CallMetadata) => findRecipientName(metadata, defaultRecipientNameRule);

describe('the default rule', () => {
  test.each<readonly [CallMetadata, string]>([
    [{ name: 'Maria Lopez', first_name: 'Other' }, 'Maria Lopez'],
    [{ first_name: 'Maria', last_name: 'Lopez' }, 'Maria Lopez'],
    [{ last_name: 'Lopez' }, 'Lopez'],
    [{ name: '  ', first_name: 'Maria' }, 'Maria'],
    [{ name: '山田 太郎' }, '山田 太郎'],
    [{ name: 'مريم حداد' }, 'مريم حداد'],
    [{ name: 'Zoë\n\tvan  Dijk\u0000' }, 'Zoë van Dijk'],
    [{ name: 42 }, '42'],
    [{ name: { first: 'Maria' } }, ''],
    [{ name: ['Maria'], first_name: true, last_name: null }, ''],
    [{}, ''],
    [JSON.parse('{"__proto__": {"name": "Hidden"}}'), ''],
  ])('names %j “%s”', (metadata, name) => {
    expect(find(metadata)).toBe(name);
  });
});

test('uses the first entry of a rule that has a value, in its order', () => {
  const rule = [['company', 'contact'], ['name']];
  expect(findRecipientName({ name: 'Maria', contact: 'Ada', company: 'Acme' }, rule)).toBe('Acme Ada');
  expect(findRecipientName({ name: 'Maria' }, rule)).toBe('Maria');
  expect(findRecipientName({ name: 'Maria' }, [])).toBe('');
  expect(findRecipientName({ name: 'Maria' }, [['toString'], ['constructor']])).toBe('');
});

test.each([
  ['letters beyond the basic plane', '𝒜'],
  ['a letter with accents', 'e\u0301\u0323'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag', '🇺🇾'],
  ['a Devanagari syllable', 'क्षि'],
])('shortens a long name of %s between characters', (_, character) => {
  const name = find({ name: character.repeat(300) });
  const shown = name.slice(0, -1);
  expect(name.length).toBeLessThanOrEqual(limits.recipientNameLength);
  expect([name.endsWith('…'), shown]).toEqual([true, character.repeat(shown.length / character.length)]);
  const short = character.repeat(Math.floor(limits.recipientNameLength / character.length));
  expect(find({ name: short }), 'a name of the exact length stays').toBe(short);
});

test('shortens one letter with hundreds of accents', () => {
  const name = find({ name: `e${'\u0301'.repeat(500)}` });
  expect(name.startsWith('e\u0301')).toBe(true);
  expect(name.length).toBeLessThanOrEqual(limits.recipientNameLength);
});

test('has no characters that reorder a line, and no name that looks empty', () => {
  expect(find({ name: 'Ada \u202EtsiuQ\u202C \u2067x\u2069' })).toBe('Ada tsiuQ x');
  expect(find({ name: 'Ada\uD800' })).toBe('Ada');
  expect(find({ name: '\u200B\u2060\u00AD\uFEFF', first_name: 'Ada' })).toBe('Ada');
  expect(find({ name: 'می\u200Cخواهم' }), 'keeps joiners').toBe('می\u200Cخواهم');
});
