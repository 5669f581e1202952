import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { formatError } from '../../format/format-error.ts';
import type { CheckStep } from '../../ui/feedback/check-steps.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';

type FormState<Busy extends string, Step, Body> =
  | { readonly status: 'editing' | Busy }
  | { readonly status: 'checked'; readonly steps: readonly Step[]; readonly body: Body };

type CheckedStep = Pick<CheckStep, 'result'>;

type Work<Busy extends string, Step, Body> = (
  signal: AbortSignal,
  setStatus: (status: Busy) => void,
) => Promise<FormState<Busy, Step, Body> | null>;

/** The state of a form that is checked before it is saved. A check holds until the form is changed. */
export function useCheckedForm<Draft, Busy extends string, Step extends CheckedStep, Body>(initialDraft: () => Draft) {
  const [draft, setDraft] = useState(initialDraft);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [state, setState] = useState<FormState<Busy, Step, Body>>({ status: 'editing' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isChecked =
    state.status === 'checked' && 'steps' in state && state.steps.every(({ result }) => result !== 'failed');

  return {
    draft,
    errors,
    state,
    isChecked,
    setErrors,
    change: (changes: Partial<Draft>) => {
      running.current?.abort();
      setErrors({});
      setState({ status: 'editing' });
      setDraft({ ...draft, ...changes });
    },
    /** Runs a step of the form. Its result is ignored once the form is changed. */
    run: async (status: Busy, work: Work<Busy, Step, Body>) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setErrors({});
      setState({ status });
      try {
        const next = await work(controller.signal, (later) => setState({ status: later }));
        if (next && !controller.signal.aborted) setState(next);
      } catch (error) {
        if (controller.signal.aborted) return;
        setErrors({ form: formatError(error) });
        setState({ status: 'editing' });
      }
    },
  };
}

/** Returns the message of each field that a schema refuses. */
export function listSchemaErrors({ issues }: z.ZodError): FieldErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1) ?? 'form'), message]));
}
