import { Bookmark, BookmarkPlus, Check, ChevronDown, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import type { SavedItem } from '../../shared/saved-items.ts';
import { formatError } from '../format/format-error.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { deleteSavedItem } from './saved-items.ts';

type NamedItem = Pick<SavedItem, 'saved_id' | 'name'>;

type SavedItemsMenuProps = {
  /** What one of them is called: `view`. */
  readonly noun: string;
  readonly label: string;
  readonly items: readonly NamedItem[];
  /** The one that was applied last. */
  readonly current: NamedItem | null;
  /** Whether what is shown differs from it. */
  readonly isModified: boolean;
  readonly size?: 'small' | 'normal';
  /** Why there is nothing to save now, or null. */
  readonly saveDisabledReason?: string | null;
  readonly deleteConsequence: string;
  readonly onApply: (savedId: string) => void;
  /** Throws where it could not be saved. */
  readonly onSave: (name: string) => Promise<void>;
};

/** What was saved by a name: to apply, to save, to replace and to delete. */
export function SavedItemsMenu(props: SavedItemsMenuProps) {
  const {
    noun,
    label,
    items,
    current,
    isModified,
    size = 'normal',
    saveDisabledReason: unsavable = null,
    deleteConsequence,
    onApply,
    onSave,
  } = props;
  const mayChange = useMissingPermission(appRoutes.saveItem) === null;
  const [isNaming, setNaming] = useState(false);
  const [toDelete, setToDelete] = useState<NamedItem | null>(null);
  const save = async (name: string) => {
    try {
      await onSave(name);
      return null;
    } catch (error) {
      return formatError(error);
    }
  };
  const replace = async (name: string) => {
    const failure = await save(name);
    if (failure === null) showToast(`“${name}” was saved`);
    else showErrorToast(`“${name}” was not saved`, failure);
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size={size} variant={size === 'small' ? 'quiet' : 'plain'} className="max-w-52">
            <Bookmark aria-hidden size={13} className="shrink-0" />
            <span className="truncate">{current?.name ?? label}</span>
            {current && isModified && <span className="-ml-1.5 shrink-0">, changed</span>}
            <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />
          </Button>
        }
      >
        {items.length > 0 && (
          <>
            <MenuRadioGroup label={label} value={current && !isModified ? current.saved_id : null} onChange={onApply}>
              {items.map(({ saved_id, name }) => (
                <MenuRadioItem key={saved_id} value={saved_id} indicator={<Check aria-hidden size={14} />}>
                  {name}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
            {mayChange && <MenuSeparator />}
          </>
        )}
        {mayChange && current && isModified && unsavable === null && (
          <MenuItem icon={<Save aria-hidden size={14} />} onSelect={() => void replace(current.name)}>
            Save changes to “<bdi>{current.name}</bdi>”
          </MenuItem>
        )}
        {mayChange && unsavable === null && (
          <MenuItem icon={<BookmarkPlus aria-hidden size={14} />} onSelect={() => setNaming(true)}>
            Save this {noun}…
          </MenuItem>
        )}
        {mayChange && current && (
          <MenuItem icon={<Trash2 aria-hidden size={14} />} onSelect={() => setToDelete(current)}>
            Delete “<bdi>{current.name}</bdi>”…
          </MenuItem>
        )}
        {(unsavable !== null || !mayChange) && items.length === 0 && (
          <p className="max-w-56 px-2 py-1.5 text-small text-muted">{unsavable ?? `No ${noun} is saved.`}</p>
        )}
      </Menu>
      {isNaming && (
        <NameDialog
          title={`Save this ${noun}`}
          initialName={current?.name ?? ''}
          maxLength={limits.savedNameLength}
          existingNames={items.map(({ name }) => name)}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          title={`Delete ${noun}`}
          confirmLabel={`Delete ${noun}`}
          cancelLabel="Keep"
          onConfirm={() => deleteSavedItem(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <p>
            The {noun} <strong className="font-medium text-ink">{toDelete.name}</strong> is forgotten.{' '}
            {deleteConsequence}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
