import { Bookmark, BookmarkPlus, Check, ChevronDown, PencilLine, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { SavedItem } from '../../../shared/organization/saved-items.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { showToast, showErrorToast } from '../../ui/feedback/toasts.ts';
import { deleteSavedItem, renameSavedItem } from './saved-items.ts';

type NamedItem = Pick<SavedItem, 'saved_id' | 'name'>;

type SavedItemsMenuProps = {
  /** The singular noun of the items, such as `view`. */
  readonly noun: string;
  readonly label: string;
  readonly items: readonly NamedItem[];
  /** The most recently applied item. */
  readonly current: NamedItem | null;
  /** True if the present state differs from the current item. */
  readonly isModified: boolean;
  readonly size?: 'small' | 'normal';
  /** Why saving is unavailable, or null. */
  readonly saveDisabledReason?: string | null;
  readonly deleteConsequence: string;
  readonly onApply: (savedId: string) => void;
  /** Throws if the item could not be saved. */
  readonly onSave: (name: string) => Promise<void>;
};

/** Applies, saves, replaces, renames and deletes named items. */
export function SavedItemsMenu(props: SavedItemsMenuProps) {
  const {
    noun,
    label,
    items,
    current,
    isModified,
    size = 'normal',
    saveDisabledReason = null,
    deleteConsequence,
    onApply,
    onSave,
  } = props;
  const mayChange = useMissingPermission(v1Routes.saveItem) === null;
  const [isNaming, setNaming] = useState(false);
  const [toRename, setToRename] = useState<NamedItem | null>(null);
  const [toDelete, setToDelete] = useState<NamedItem | null>(null);
  const replace = async (name: string) => {
    const failure = await findFailure(onSave(name));
    if (failure === null) showToast(`Saved “${name}”`);
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
            {current && isModified && <span className="-ml-0.5 shrink-0"> (edited)</span>}
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
        {mayChange && current && isModified && saveDisabledReason === null && (
          <MenuItem icon={<Save aria-hidden size={14} />} onSelect={() => void replace(current.name)}>
            Save changes to “<bdi>{current.name}</bdi>”
          </MenuItem>
        )}
        {mayChange && saveDisabledReason === null && (
          <MenuItem icon={<BookmarkPlus aria-hidden size={14} />} onSelect={() => setNaming(true)}>
            Save {noun}…
          </MenuItem>
        )}
        {mayChange && current && (
          <MenuItem icon={<PencilLine aria-hidden size={14} />} onSelect={() => setToRename(current)}>
            Rename “<bdi>{current.name}</bdi>”…
          </MenuItem>
        )}
        {mayChange && current && (
          <MenuItem icon={<Trash2 aria-hidden size={14} />} onSelect={() => setToDelete(current)}>
            Delete “<bdi>{current.name}</bdi>”…
          </MenuItem>
        )}
        {(saveDisabledReason !== null || !mayChange) && items.length === 0 && (
          <p className="max-w-56 px-2 py-1.5 text-small text-muted">{saveDisabledReason ?? `No saved ${noun}s`}</p>
        )}
      </Menu>
      {isNaming && (
        <NameDialog
          title={`Save ${noun}`}
          initialName={current?.name ?? ''}
          maxLength={limits.savedNameLength}
          existingNames={items.map(({ name }) => name)}
          onSave={(name) => findFailure(onSave(name))}
          onClose={() => setNaming(false)}
        />
      )}
      {toRename && (
        <NameDialog
          title={`Rename ${noun}`}
          initialName={toRename.name}
          maxLength={limits.savedNameLength}
          existingNames={[]}
          onSave={(name) => findFailure(renameSavedItem(toRename.saved_id, name))}
          onClose={() => setToRename(null)}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          title={`Delete ${noun}`}
          onConfirm={() => deleteSavedItem(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <p>
            The {noun} <strong className="font-medium text-ink">{toDelete.name}</strong> will be deleted.{' '}
            {deleteConsequence}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Resolves to an error message, or to null on success. */
async function findFailure(change: Promise<void>): Promise<string | null> {
  try {
    await change;
    return null;
  } catch (error) {
    return formatError(error);
  }
}
