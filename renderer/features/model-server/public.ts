export { describePrivacy } from './describe-privacy.ts';
export { ModelServerAddress, ModelServerKey } from './model-server-fields.tsx';
export { listSchemaErrors, useCheckedForm } from './use-checked-form.ts';
