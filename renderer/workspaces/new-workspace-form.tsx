import { useState, type SyntheticEvent } from 'react';
import { limits } from '../../shared/limits.ts';
import { newWorkspaceSchema } from '../../shared/workspaces.ts';
import { formatError } from '../format/format-error.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import type { FieldErrors } from '../ui/field-errors.ts';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { createWorkspace } from './workspace-actions.ts';
import { showRequestError } from '../live/show-request-error.ts';

type NewWorkspaceFormProps = { readonly onCancel: () => void; readonly onCreated: () => void };

export function NewWorkspaceForm({ onCancel, onCreated }: NewWorkspaceFormProps) {
  const [draft, setDraft] = useState({ name: '', industry: '', email: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isMounted = useIsMounted();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = newWorkspaceSchema.safeParse({ kind: 'local', ...draft, email: draft.email.trim() });
    setErrors(
      parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])),
    );
    setFailure(null);
    if (!parsed.success) return;
    setBusy(true);
    try {
      await createWorkspace(parsed.data);
      onCreated();
    } catch (error) {
      if (isMounted()) setFailure(formatError(error));
      else showRequestError(`“${draft.name}” was not created`, error);
      setBusy(false);
    }
  };

  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: errors[name] ?? null,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Organization name"
        maxLength={limits.workspaceNameLength}
        autoComplete="organization"
        {...field('name')}
      />
      <Field
        label="Industry"
        optional
        maxLength={limits.workspaceNameLength}
        autoComplete="off"
        {...field('industry')}
      />
      <Field
        label="Your email"
        optional
        type="email"
        autoComplete="email"
        hint="Added as the first member with the role Admin. Stays on this computer."
        {...field('email')}
      />
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <DialogActions>
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" aria-busy={isBusy}>
          {isBusy ? 'Creating…' : 'Create workspace'}
        </Button>
      </DialogActions>
    </form>
  );
}
