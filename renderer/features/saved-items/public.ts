export { SavedItemsMenu } from './saved-items-menu.tsx';
export {
  deleteSavedItem,
  filterSavedItems,
  refreshSavedItems,
  type SavedItemByKind,
  savedItemsQuery,
  saveNamedItem,
} from './saved-items.ts';
