import { formatItemLink, type AppLink } from '../../shared/window/app-link.ts';
import { bridge } from './bridge.ts';
import { createCopyAction, type RowAction } from '../ui/tables/row-action.ts';

/** Copies a link that opens an item in this application. */
export function createCopyLinkAction(view: AppLink['view'], id: string): RowAction {
  return createCopyAction('link', formatItemLink({ view, id, seconds: null }, bridge.host, location.href));
}
