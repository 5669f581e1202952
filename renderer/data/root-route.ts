import { createRootRoute } from '@tanstack/react-router';
import * as z from 'zod';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** The title bar links back to the list of calls. */
    isBelowCalls?: boolean;
    /** The view shows a single call, whose title the title bar shows. */
    isCallDetail?: boolean;
  }
}

/** The parent of all routes. The shell gives it the component around every view. */
export const rootRoute = createRootRoute();

/** A text in the search of an address. The router parses digits as a number. */
export const searchTextSchema = z.union([z.string(), z.number().transform(String)]);
