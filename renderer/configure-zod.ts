import * as z from 'zod';

// Must be evaluated before any schema is made: the content policy forbids the compiler that zod would otherwise use.
z.config({ jitless: true });
