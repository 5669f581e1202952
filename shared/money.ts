import * as z from 'zod';

/** Cents beyond this could not be told apart as dollars in a double, which is what JSON carries; 2^50, over 11 trillion dollars. */
export const centsMax = 2 ** 50;

/** An amount on the wire: dollars with at most two decimals. */
export const dollarsSchema = z
  .number()
  .min(0)
  .refine((dollars) => toCents(dollars) <= centsMax && toCents(dollars) / 100 === dollars, 'More than two decimals.')
  .meta({ description: 'US dollars with at most two decimals' });

/** Whole cents as the wire has them; exact. Throws a RangeError for what is no whole number of cents from 0 to `centsMax`. */
export function toDollars(cents: number): number {
  if (!Number.isInteger(cents) || cents < 0 || cents > centsMax)
    throw new RangeError(`${cents} is no amount in cents.`);
  return cents / 100;
}

/** What came over the wire as whole cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** `$1,204.50`, in every language: the amounts are US dollars. */
export function formatCents(cents: number): string {
  const dollars = String(Math.floor(cents / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`;
}
