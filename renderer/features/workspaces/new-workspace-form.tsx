import { useState, type ReactNode } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { newWorkspaceSchema, type NewWorkspace } from '../../../shared/workspaces/workspaces.ts';
import { formatError } from '../../format/format-error.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { createWorkspace } from './workspace-actions.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type NewWorkspaceFormProps = {
  /** Shown after the fields. */
  readonly children?: ReactNode;
  readonly onCancel: () => void;
  readonly onCreated: () => void;
};

export function NewWorkspaceForm({ children, onCancel, onCreated }: NewWorkspaceFormProps) {
  const [draft, setDraft] = useState({ name: '', industry: '', email: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const isMounted = useIsMounted();

  const submit = async () => {
    const parsed = newWorkspaceSchema.safeParse({ kind: 'local', ...draft });
    setErrors(
      parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])),
    );
    setFailure(null);
    if (!parsed.success) return;
    await switchTo(() => run(() => create(parsed.data)));
  };

  const create = async (workspace: NewWorkspace) => {
    try {
      await createWorkspace(workspace);
      onCreated();
    } catch (error) {
      if (isMounted()) setFailure(formatError(error));
      else showRequestError(`“${draft.name}” was not created`, error);
    }
  };

  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: errors[name] ?? null,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });

  return (
    <>
      <DialogForm
        submitLabel={isBusy ? 'Creating…' : 'Create workspace'}
        failure={failure}
        isBusy={isBusy}
        onSubmit={() => void submit()}
        onClose={onCancel}
      >
        <Field
          ref={focusOnMount}
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
        {children}
      </DialogForm>
      {confirmDialog}
    </>
  );
}
