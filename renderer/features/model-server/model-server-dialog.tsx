import type { ReactNode } from 'react';
import type { CheckStep } from '../../ui/feedback/check-steps.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Select, type SelectOption } from '../../ui/fields/select.tsx';
import { parseBaseUrl } from '../connection/public.ts';
import { ModelServerAddress, ModelServerKey, ModelServerReport } from './model-server-fields.tsx';
import type { useModelServerForm } from './use-model-server-form.ts';

type Form = ReturnType<typeof useModelServerForm<unknown, unknown, Omit<CheckStep, 'name'>>>;

type ModelServerDialogProps = {
  readonly title: string;
  readonly description: string;
  readonly form: Omit<Form, 'changeFields'>;
  /** `none`, the presets, and `other`. */
  readonly kinds: readonly SelectOption<string>[];
  /** The end of the stored key; null if there is none. */
  readonly keyHint: string | null;
  /** The path of an operation that the server must have, such as "/audio/speech". */
  readonly path: string;
  readonly describePrivacy: (baseUrl: string) => string;
  readonly stepNames: Readonly<Record<string, string>>;
  /** The fields after the API key. */
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** Asks for a server with the OpenAI API, checks it, and stores it. */
export function ModelServerDialog(props: ModelServerDialogProps) {
  const { title, description, form, kinds, keyHint, path, describePrivacy, stepNames, children, onClose } = props;
  const { draft, errors, steps } = form;
  return (
    <Dialog title={title} description={description} isWide onClose={onClose}>
      <DialogForm
        submitLabel={form.submitLabel}
        disabledReason={form.isUnchanged ? 'No server is entered.' : null}
        failure={errors['form']}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        onClose={onClose}
      >
        <Select label="Server" value={draft.kind} options={kinds} onChange={form.choose} />
        {draft.kind !== 'none' && (
          <>
            <ModelServerAddress
              baseUrl={draft.baseUrl}
              allowHttp={draft.allowHttp}
              hint={parseBaseUrl(draft.baseUrl) ? describePrivacy(draft.baseUrl) : `The address before ${path}.`}
              error={errors['base_url'] ?? null}
              onChange={form.changeAddress}
            />
            <ModelServerKey
              value={draft.apiKey}
              keyHint={keyHint}
              error={errors['api_key'] ?? null}
              onChange={form.changeKey}
            />
            {children}
          </>
        )}
        {steps && (
          <ModelServerReport subject={form.subject} isUsable={form.isChecked} steps={steps} stepNames={stepNames} />
        )}
      </DialogForm>
    </Dialog>
  );
}
