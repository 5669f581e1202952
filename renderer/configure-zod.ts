import * as z from 'zod';

// Must run before the first schema is created: zod compiles schemas with `eval`, which the Content-Security-Policy blocks.
z.config({ jitless: true });
