import * as fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { parseJsonKeepingIntegers, readExactJson } from '../../electron/service/platform/exact-json.ts';
import { startProcessorTimer } from '../helpers/processes/start-processor-timer.ts';

describe('a number in JSON', () => {
  test.each([
    '0',
    '-0',
    '0.0e5',
    '42',
    '-7.25',
    '9007199254740991',
    '-9007199254740991',
    '0.1234567890123456789',
    '1e20',
    '1.5E+300',
    '-2e-300',
    '1.7976931348623157e308',
    '9007199254740991.0',
    '1000000000000000e-3',
  ])('is kept: %s', (number) => {
    expect(readExactJson(number)).toEqual({ value: JSON.parse(number), errors: [] });
    expect(readExactJson(`{"a":[1, ${number}]}`)).toEqual({ value: { a: [1, JSON.parse(number)] }, errors: [] });
  });

  test.each([
    '8471920365518273649',
    '-8471920365518273649',
    '9007199254740992',
    '9007199254740993',
    '100000000000000000000',
    '8471920365518273649.0',
    '8.471920365518273649e18',
    '8471920365518273649e0',
    '9007199254740993e1',
    '1e400',
    '-1E+999',
    '1e-400',
    '9'.repeat(400),
  ])('is refused with the advice to send text: %s', (number) => {
    const errors = [
      { pointer: '', detail: expect.stringMatching(/^\S+ cannot be kept exactly as a number\. Send it as text: "/) },
    ];
    expect(readExactJson(number).errors).toEqual(errors);
    expect(readExactJson(` {"a":[${number}]}`).errors).toEqual([{ ...errors[0], pointer: '/a/0' }]);
    expect(readExactJson(`{"a":[true,${number}]}`).errors).toEqual([{ ...errors[0], pointer: '/a/1' }]);
    expect(readExactJson(`[{"a" :\t${number} }]`).errors).toEqual([{ ...errors[0], pointer: '/0/a' }]);
  });

  it('is pointed to by escaped names, at most 20 times', () => {
    const pointers = (text: string) => readExactJson(text).errors.map(({ pointer }) => pointer);
    expect(pointers('{"a/b~c":{"":[1,9007199254740993]},"__proto__":1e999}')).toEqual(['/__proto__', '/a~1b~0c//1']);
    expect(pointers(`[${Array.from({ length: 50 }, () => '1e999').join()}]`)).toHaveLength(20);
  });

  it('does not matter inside text', () => {
    const texts = ['8471920365518273649', 'call 8471920365518273649', '1e400', ':1e400', '"9e9', 'call_9e3f'];
    expect(readExactJson(JSON.stringify(texts))).toEqual({ value: texts, errors: [] });
  });

  it('is never changed silently', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()), (number) => {
        const text = JSON.stringify(number);
        const { value, errors } = readExactJson(text);
        if (errors.length === 0) expect(JSON.stringify(value)).toBe(text);
        else expect(Number.isInteger(number) && !Number.isSafeInteger(number)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.bigInt(), (number) => {
        const { value, errors } = readExactJson(String(number));
        if (errors.length === 0) expect(BigInt(value as number)).toBe(number); // JSON of digits is a number
      }),
    );
  });

  it('is refused if it is not safe by an engine that does not pass the source', () => {
    const { parse } = JSON;
    const spy = vi
      .spyOn(JSON, 'parse')
      .mockImplementation((text, reviver) =>
        parse(text, reviver && ((key, value) => reviver.call(undefined, key, value) as unknown)),
      );
    const pointers = readExactJson('{"a":9007199254740993,"b":1e400,"c":1.5e300,"d":0.5e1}').errors.map(
      ({ pointer }) => pointer,
    );
    spy.mockRestore();
    expect(pointers).toEqual(['/a', '/b']);
  });

  it('takes no time to read, however many digits it has', () => {
    const readMs = startProcessorTimer();
    for (const number of [
      `0.${'0'.repeat(200_000)}1`,
      `1${'0'.repeat(200_000)}1`,
      `1${'0'.repeat(200_000)}1e1`,
      `${'9.9'.repeat(60_000)}`,
    ])
      try {
        readExactJson(`[${number}]`);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
    expect(readMs()).toBeLessThan(1_000);
  });
});

describe('a name that occurs again in its object', () => {
  test.each([
    ['{"a":1,"b":{},"a":2}', ['/a']],
    ['{"a":1, "\\u0061" :2}', ['/a']],
    ['{"list":[{"x":1},{"x":1,"x":[1,2]}],"__proto__":0,"__proto__":0}', ['/list/1/x', '/__proto__']],
    ['{"a/b~":{"":1,"":2,"":3}}', ['/a~1b~0/', '/a~1b~0/']],
  ])('is refused: %s', (text, pointers) => {
    expect(readExactJson(text).errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test.each([
    '{"a":{"a":1},"b":{"a":[{"a":1},{"a":2}]}}',
    '{"a":"\\"a\\":1,\\"a\\":2","A":["a","a",{}]}',
    '{"e\u0301":1,"\u00e9":2}',
  ])('is none in another object or in text: %s', (text) => {
    expect(readExactJson(text)).toEqual({ value: JSON.parse(text), errors: [] });
  });

  it('is found in no JSON that JavaScript writes', () => {
    const values = fc.anything({ key: fc.string(), values: [fc.string(), fc.boolean()] });
    fc.assert(
      fc.property(values, (value) => {
        expect(readExactJson(JSON.stringify([value])).errors).toEqual([]);
      }),
    );
  });
});

describe('an integer that is kept as text', () => {
  test.each([
    ['{"call_id":8471920365518273649}', { call_id: '8471920365518273649' }],
    ['[-9007199254740993, 9007199254740991, 1.5]', ['-9007199254740993', 9007199254740991, 1.5]],
    ['{"a":"9007199254740993"}', { a: '9007199254740993' }],
    ['{"a":1e400}', { a: Infinity }],
    ['{"a":1e2}', { a: 100 }],
  ])('%s', (text, value) => {
    expect(parseJsonKeepingIntegers(text)).toEqual(value);
  });
});
