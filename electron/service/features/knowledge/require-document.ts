// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findDocument, type DocumentRow } from './document-queries.ts';

type DocumentContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly document_id: string };
};

/** Returns the document that the path names. Throws Problem `document_not_found`. */
export function requireDocument({ db, orgId, params }: DocumentContext): DocumentRow {
  const found = findDocument(db, orgId, params.document_id);
  if (!found)
    throw new Problem('document_not_found', `There is no document with the ID ${JSON.stringify(params.document_id)}.`);
  return found;
}
