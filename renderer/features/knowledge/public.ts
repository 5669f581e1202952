export { describeDocumentStatus } from './document-status.ts';
export { documentsQuery } from './documents-query.ts';
export { clearFileDialogRequest, setUploadQuestion, takeUploadQuestion, useFileDialog } from './file-dialog-store.ts';
export { LazyUploadPanel } from './lazy-upload-panel.tsx';
export { PageButton } from './page-button.tsx';
export { searchModelQuery } from './search-model/search-model-query.ts';
export { SearchModelSettings } from './search-model/search-model-settings.tsx';
export { uploads } from './uploads.ts';
export { useKeptUploads, useUnfinishedUploadGuard } from './use-unfinished-uploads.ts';
