import { describe, expect, it } from 'vitest';
import {
  formatPhoneNumber,
  formatPhoneNumbersInText,
  formatPartialPhoneNumber,
  normalizePhoneNumber,
  validatePhoneNumber,
} from '../../../renderer/format/phone-number.ts';

import { recipientNumberPattern } from '../../../shared/calls/recipient-number.ts';

describe('a phone number', () => {
  it('is formatted as in its country, and left unchanged if it is not a number', () => {
    expect(formatPhoneNumber('+14155550132')).toBe('+1 415 555 0132');
    expect(formatPhoneNumber('+442079460018')).toBe('+44 20 7946 0018');
    expect(formatPhoneNumber('extension 7')).toBe('extension 7');
  });

  it('is formatted inside a sentence', () => {
    expect(formatPhoneNumbersInText('Welcome calls to +14155550132')).toBe('Welcome calls to +1 415 555 0132');
    expect(formatPhoneNumbersInText('Port 58213, 2+14155550132')).toBe('Port 58213, 2+14155550132');
  });

  it.each([
    ['+1 (415) 555-0132', '+14155550132'],
    ['00 44 20 7946 0018', '+442079460018'],
    ['＋1 415 555 0132', '+14155550132'],
    ['+49\u00a030\u2013901820', '+4930901820'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['\u202a+33 (0)1 99 00 12 34\u202c', '+33199001234'],
  ])('is parsed from %j', (input, number) => {
    expect(normalizePhoneNumber(input)).toBe(number);
    expect(validatePhoneNumber(input)).toMatchObject({ state: 'valid', number });
  });

  it.each([
    ['(415) 555-0132', /Start with \+/],
    ['+1 415 CALL ME', /only digits/],
    ['+1+4155550132', /only digits/],
    ['+0 415 555 0132', /don’t begin with 0/],
    ['+1 415', /has 4\./],
    ['+1234567890123456', /has 16\./],
  ])('is rejected with a reason: %j', (input, reason) => {
    expect(validatePhoneNumber(input)).toEqual({ state: 'invalid', reason: expect.stringMatching(reason) });
  });

  it.each([
    ['+1 415 555', /length/],
    ['+999 123 4567', /country code/],
  ])('that is unlikely to exist is accepted with a warning: %j', (input, warning) => {
    const result = validatePhoneNumber(input);
    expect(result).toMatchObject({ state: 'valid', warning: expect.stringMatching(warning) });
    expect(result.state === 'valid' && recipientNumberPattern.test(result.number)).toBe(true);
  });

  it('counts as empty if it is only a plus sign', () => {
    expect(validatePhoneNumber(' + ')).toEqual({ state: 'empty' });
  });

  it('is grouped during typing, and left unchanged if it is not a number', () => {
    expect(formatPartialPhoneNumber('+1415555')).toBe('+1 415 555');
    expect(formatPartialPhoneNumber('+1 415 555 0')).toBe('+1 415 555 0');
    expect(formatPartialPhoneNumber('(415) 5')).toBe('(415) 5');
  });

  it.each([
    ['+44 (0)20 7946 0018', '+44 20 7946 0018'],
    ['+4402079460018', '+44 20 7946 0018'],
    ['\u202a+49 (0)30 90182011\u202c', '+49 30 90182011'],
    ['+551133334444', '+55 11 3333 4444'],
    ['+551130001234', '+55 11 3000 1234'],
    ['+39 06 1234 5678', '+39 06 1234 5678'],
    ['+7 800 555 35 35', '+7 800 555 35 35'],
    ['+44 7700 900123', '+44 7700 900123'],
    ['+57 1 797 874 350', '+57 1797874350'],
    ['+1 555 0100', '+1 555 010 0'],
  ])('is formatted in the field as everywhere else: %s', (typed, text) => {
    expect(formatPartialPhoneNumber(typed)).toBe(text);
    const validation = validatePhoneNumber(typed);
    expect(validation.state === 'valid' && formatPhoneNumber(validation.number)).toBe(text);
  });

  it('keeps the digits of a number during typing', () => {
    for (const number of [
      '+78005553535',
      '+78121234567',
      '+37080012345',
      '+442079460018',
      '+390612345678',
      '+541115234567',
    ]) {
      let typed = '';
      for (const character of number) typed = formatPartialPhoneNumber(typed + character);
      expect(typed).toBe(formatPhoneNumber(number));
    }
  });
});
