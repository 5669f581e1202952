import { createRootRoute } from '@tanstack/react-router';
import * as z from 'zod';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** The list to which the title bar links back. */
    list?: 'calls' | 'agents';
    /** The key that goes back to the list. */
    backKey?: 'Esc';
  }
}

/** The parent of all routes. The shell gives it the component around every view. */
export const rootRoute = createRootRoute();

/** A text in the search of an address. The router parses digits as a number. */
export const searchTextSchema = z.union([z.string(), z.number().transform(String)]);
