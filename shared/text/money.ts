import * as z from 'zod';

/** Larger amounts would lose cents as a JSON number (a double). 2^50 is over 11 trillion dollars. */
export const centsMax = 2 ** 50;

export const dollarsSchema = z
  .number()
  .min(0)
  .refine((dollars) => toCents(dollars) <= centsMax && toCents(dollars) / 100 === dollars, 'Use at most two decimals.')
  .meta({ description: 'US dollars with at most two decimals' });

/** Converts whole cents to dollars exactly. Throws a RangeError unless `cents` is an integer from 0 to `centsMax`. */
export function toDollars(cents: number): number {
  if (!Number.isInteger(cents) || cents < 0 || cents > centsMax)
    throw new RangeError(`${cents} is not a valid amount in cents.`);
  return cents / 100;
}

/** Rounds to whole cents, half a cent up. As a double, 1.005 times 100 is a little less than 100.5. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100 * (1 + Number.EPSILON));
}

/** Formats cents as `$1,204.50` in every locale, because all amounts are US dollars. */
export function formatCents(cents: number): string {
  const dollars = String(Math.floor(cents / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`;
}
