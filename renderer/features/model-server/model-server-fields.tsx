import { limits } from '../../../shared/contract/limits.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { needsHttpPermission } from '../connection/public.ts';

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
  return (
    <Field
      label="API key"
      type="password"
      hint={
        keyHint === null
          ? 'Kept in the keychain. Leave empty if the server needs none.'
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
