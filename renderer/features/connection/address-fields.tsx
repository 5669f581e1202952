import { limits } from '../../../shared/contract/limits.ts';
import { useSecretPlace } from '../keychain/public.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { headerOptions, needsHttpPermission, type Address, type ConnectionDraft } from './connection-draft.ts';

type DraftFieldsProps = {
  readonly draft: ConnectionDraft;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<ConnectionDraft>) => void;
};

type BaseUrlFieldProps = Pick<DraftFieldsProps, 'errors'> & {
  readonly draft: Address;
  readonly readOnly?: boolean;
  readonly onChange: (change: Partial<Address>) => void;
};

/** Asks for the base URL, and for the permission to use HTTP if it needs one. */
export function BaseUrlField({ draft, errors, readOnly = false, onChange }: BaseUrlFieldProps) {
  return (
    <>
      <Field
        label="Base URL"
        type="url"
        inputMode="url"
        placeholder="https://voice.example.com/v1"
        hint="The remote’s address, with the path before /organizations."
        maxLength={limits.urlLength}
        autoComplete="off"
        readOnly={readOnly}
        value={draft.baseUrl}
        error={errors['base_url'] ?? null}
        // The user trusted the certificate of another address.
        onChange={(event) => onChange({ baseUrl: event.target.value, certificateSha256: null, allowHttp: false })}
      />
      {needsHttpPermission(draft.baseUrl) && (
        <CheckboxField
          label="Allow HTTP for this connection"
          hint="Everyone on the network can then read the API key and all data."
          checked={draft.allowHttp}
          onChange={(allowHttp) => onChange({ allowHttp })}
        />
      )}
    </>
  );
}

/** Asks for the header that contains the API key. */
export function HeaderFields({ draft, errors, onChange }: DraftFieldsProps) {
  return (
    <>
      <Select
        label="Header of the API key"
        value={draft.header}
        options={headerOptions}
        onChange={(header) => onChange({ header })}
      />
      {draft.header === 'other' && (
        <Field
          label="Header name"
          maxLength={limits.idLength}
          autoComplete="off"
          value={draft.headerName}
          error={errors['key_header'] ?? null}
          onChange={(event) => onChange({ headerName: event.target.value })}
        />
      )}
    </>
  );
}

/** Asks for the API key, and says where it is kept. */
export function ApiKeyField({ draft, errors, onChange }: DraftFieldsProps) {
  const place = useSecretPlace();
  return (
    <Field
      label="API key"
      type="password"
      hint={`${place} It is not shown again.`}
      maxLength={limits.remoteKeyLength}
      autoComplete="off"
      value={draft.apiKey}
      error={errors['api_key'] ?? null}
      onChange={(event) => onChange({ apiKey: event.target.value })}
    />
  );
}
