export { describeDocumentStatus } from './document-status.ts';
export { setUploadQuestion } from './file-dialog-store.ts';
