import { bridgeName, type Bridge } from '../../shared/window/bridge.ts';

// The preload script of Electron exposes it on the global object, which TypeScript cannot know.
const system = (globalThis as { readonly [bridgeName]?: Pick<Bridge, 'systemLocale'> })[bridgeName];

/** The locale of numbers and dates: the system locale, or the locale of the browser in the browser host. */
export const locale: string = parseLocale(system?.systemLocale) ?? new Intl.NumberFormat().resolvedOptions().locale;

/** Returns null for an invalid name. Some systems have locale names that Intl rejects, such as `C.UTF-8`. */
function parseLocale(name: string | undefined): string | null {
  try {
    return name ? (Intl.getCanonicalLocales(name)[0] ?? null) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
