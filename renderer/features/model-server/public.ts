export { describePrivacy } from './describe-privacy.ts';
export { ModelServerDialog } from './model-server-dialog.tsx';
export { ModelNameField, ModelServerAddress, ModelServerKey, ModelServerReport } from './model-server-fields.tsx';
export { ModelServerSettings } from './model-server-settings.tsx';
export { listSchemaErrors, useCheckedForm } from './use-checked-form.ts';
export { useModelServerForm } from './use-model-server-form.ts';
