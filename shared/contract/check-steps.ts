import * as z from 'zod';

const checkResults = ['passed', 'warning', 'failed', 'skipped'] as const;

/** Returns the schema of the steps of a check. `names` has a name for each, in the order in which they run. */
export function createCheckStepSchema<Id extends string>(names: Readonly<Record<Id, string>>) {
  return z.object({
    id: z.enum(Object.keys(names) as Id[]), // Object.keys loses the names
    /** A step that needs a failed step is skipped. */
    result: z.enum(checkResults),
    /** What was found, as a sentence. */
    detail: z.string(),
    /** What to do about a warning or a failure, as a sentence. */
    fix: z.string().nullable(),
  });
}

export type CheckStep<Id extends string> = Omit<z.output<ReturnType<typeof createCheckStepSchema>>, 'id'> & {
  readonly id: Id;
};
