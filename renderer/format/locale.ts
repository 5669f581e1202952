import { bridge } from '../bridge.ts';

/** The language that numbers and dates are written in: the system's, or the browser's where the page stands in one. */
export const locale: string = parseLocale(bridge.systemLocale) ?? new Intl.NumberFormat().resolvedOptions().locale;

/** Null for what no format would take: systems name locales in ways of their own. */
function parseLocale(name: string | undefined): string | null {
  try {
    return name ? (Intl.getCanonicalLocales(name)[0] ?? null) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
