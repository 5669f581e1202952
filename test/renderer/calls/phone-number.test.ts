import { describe, expect, it } from 'vitest';
import {
  normalizePhoneNumber,
  formatPhoneNumber,
  formatPhoneNumbersInText,
  formatPartialPhoneNumber,
  validatePhoneNumber,
} from '../../../renderer/calls/phone-number.ts';
import { recipientNumberPattern } from '../../../shared/recipient-number.ts';

describe('a number', () => {
  it('is shown with the blanks of its country, and as it is where it has none', () => {
    expect(formatPhoneNumber('+14155550132')).toBe('+1 415 555 0132');
    expect(formatPhoneNumber('+442079460018')).toBe('+44 20 7946 0018');
    expect(formatPhoneNumber('extension 7')).toBe('extension 7');
  });

  it('is shown so within a sentence, too', () => {
    expect(formatPhoneNumbersInText('Welcome calls to +14155550132')).toBe('Welcome calls to +1 415 555 0132');
    expect(formatPhoneNumbersInText('Port 58213, 2+14155550132')).toBe('Port 58213, 2+14155550132');
  });

  it.each([
    ['+1 (415) 555-0132', '+14155550132'],
    ['00 44 20 7946 0018', '+442079460018'],
    ['＋1 415 555 0132', '+14155550132'],
    ['+49\u00a030\u2013901820', '+4930901820'],
  ])('is read out of %j', (typed, number) => {
    expect(normalizePhoneNumber(typed)).toBe(number);
    expect(validatePhoneNumber(typed)).toMatchObject({ state: 'usable', number });
  });

  it.each([
    ['(415) 555-0132', /Begin with \+/],
    ['+1 415 CALL ME', /digits only/],
    ['+1+4155550132', /digits only/],
    ['+0 415 555 0132', /begins with 0/],
    ['+1 415', /has 4\./],
    ['+1234567890123456', /has 16\./],
  ])('is refused with the reason: %j', (typed, reason) => {
    expect(validatePhoneNumber(typed)).toEqual({ state: 'wrong', reason: expect.stringMatching(reason) });
  });

  it.each([
    ['+1 415 555', /length/],
    ['+999 123 4567', /country/],
  ])('that is not plausible is warned of and used: %j', (typed, warning) => {
    const judged = validatePhoneNumber(typed);
    expect(judged).toMatchObject({ state: 'usable', warning: expect.stringMatching(warning) });
    expect(judged.state === 'usable' && recipientNumberPattern.test(judged.number)).toBe(true);
  });

  it('is nothing yet while there is only the plus', () => {
    expect(validatePhoneNumber(' + ')).toEqual({ state: 'empty' });
  });

  it('is grouped while it is typed, and left alone where it is something else', () => {
    expect(formatPartialPhoneNumber('+1415555')).toBe('+1 415 555');
    expect(formatPartialPhoneNumber('+1 415 555 0')).toBe('+1 415 555 0');
    expect(formatPartialPhoneNumber('(415) 5')).toBe('(415) 5');
  });
});
