/** The folders of a workspace that contain files of the user: documents, recordings, and invoices of its remote. */
export const contentFolders = ['files', 'recordings', 'invoices'] as const;
