import { expect, it } from 'vitest';
import { matchesEtag, requireMatch } from '../../../electron/service/platform/http/etag.ts';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b","a"', true],
  ['*', true],
  ['"b,*,c"', false],
  ['"*"', false],
  ['w/"a"', false],
  ['a', false],
])('If-None-Match: %s contains "a": %s', (field, isFound) => {
  expect(matchesEtag(field, '"a"')).toBe(isFound);
});

it.each([
  ['"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['W/"a"', false],
  ['w/"a"', false],
  ['"b,*,c"', false],
])('If-Match: %s contains "a": %s', (field, isFound) => {
  const check = () => requireMatch(new Request('http://localhost', { headers: { 'If-Match': field } }), () => '"a"');
  if (isFound) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'precondition_failed' }));
});
