import { useId } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckSteps, scrollIntoView, type CheckStep } from '../../ui/feedback/check-steps.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { needsHttpPermission } from '../connection/public.ts';
import { useSecretPlace } from '../keychain/public.ts';

type AddressFieldsProps = {
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly hint: string;
  readonly error: string | null;
  readonly onChange: (address: { readonly baseUrl: string; readonly allowHttp: boolean }) => void;
};

/** Asks for the base URL of a server with the OpenAI API, and for the permission to use HTTP if it needs one. */
export function ModelServerAddress({ baseUrl, allowHttp, hint, error, onChange }: AddressFieldsProps) {
  return (
    <>
      <Field
        label="Base URL"
        type="url"
        inputMode="url"
        placeholder="https://api.example.com/v1"
        hint={hint}
        maxLength={limits.urlLength}
        autoComplete="off"
        value={baseUrl}
        error={error}
        onChange={(event) => onChange({ baseUrl: event.target.value, allowHttp: false })}
      />
      {needsHttpPermission(baseUrl) && (
        <CheckboxField
          label="Allow HTTP for this server"
          hint="Everyone on the network can then read the API key and all text."
          checked={allowHttp}
          onChange={(allowed) => onChange({ baseUrl, allowHttp: allowed })}
        />
      )}
    </>
  );
}

type KeyFieldProps = {
  readonly value: string;
  /** The end of the stored key; null if there is none. */
  readonly keyHint: string | null;
  readonly error: string | null;
  readonly onChange: (key: string) => void;
};

export function ModelServerKey({ value, keyHint, error, onChange }: KeyFieldProps) {
  const place = useSecretPlace();
  return (
    <Field
      label="API key"
      type="password"
      hint={
        keyHint === null
          ? `${place} Leave empty if the server needs none.`
          : `Leave empty to keep the one that ends with ${keyHint}.`
      }
      maxLength={limits.remoteKeyLength}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type ModelFieldProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly hint?: string;
  readonly optional?: boolean;
  /** The server's models; null if they were not listed. */
  readonly models: readonly string[] | null;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (name: string) => void;
  /** Present at the field whose button lists the models. */
  readonly onList?: () => Promise<void>;
};

/** Asks for the name of a model, and suggests the server's models. */
export function ModelNameField({ models, onChange, onList, hint = describeModels(models), ...field }: ModelFieldProps) {
  const [isListing, run] = useBusy();
  const listId = useId();
  return (
    <div className="flex items-start gap-2">
      <Field
        {...field}
        hint={hint}
        maxLength={limits.titleLength}
        autoComplete="off"
        list={listId}
        className="min-w-0 flex-1"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {models?.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {onList && (
        <Button size="large" className="mt-6" aria-busy={isListing} onClick={() => void run(onList)}>
          List models
        </Button>
      )}
    </div>
  );
}

function describeModels(models: readonly string[] | null): string {
  if (models === null) return 'The model name that the server expects.';
  if (models.length === 0) return 'The server lists no models.';
  return `The server has ${models.slice(0, 3).join(', ')}${models.length > 3 ? ' and others' : ''}.`;
}

type ReportProps = {
  readonly subject: 'server' | 'model';
  readonly isUsable: boolean;
  readonly steps: readonly Omit<CheckStep, 'name'>[];
  readonly stepNames: Readonly<Record<string, string>>;
};

/** Shows the result of a check. */
export function ModelServerReport({ subject, isUsable, steps, stepNames }: ReportProps) {
  return (
    <section
      ref={isUsable ? scrollIntoView : null}
      aria-label={subject === 'server' ? 'Server check' : 'Model check'}
      className="flex flex-col gap-2"
    >
      <p role="status" className="font-medium">
        The {subject} {isUsable ? 'can be used.' : 'cannot be used.'}
      </p>
      <CheckSteps steps={steps.map((step) => ({ ...step, name: stepNames[step.id] ?? '' }))} showsFailure />
    </section>
  );
}
