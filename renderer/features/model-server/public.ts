export { describePrivacy } from './describe-privacy.ts';
export { ModelNameField, ModelServerAddress, ModelServerKey, ModelServerReport } from './model-server-fields.tsx';
export { listSchemaErrors, useCheckedForm } from './use-checked-form.ts';
export { useModelServerForm } from './use-model-server-form.ts';
