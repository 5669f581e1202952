/** What the knowledge base takes, told by the bytes of a file and never by its name. */
export type DocumentKind = 'pdf' | 'docx' | 'txt';
