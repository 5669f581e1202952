import { Bookmark, BookmarkPlus, Check, ChevronDown, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import type { SavedItem } from '../../shared/saved-items.ts';
import { tellError } from '../format/tell-error.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { deleteSaved } from './saved-items.ts';

type Named = Pick<SavedItem, 'saved_id' | 'name'>;

type SavedMenuProps = {
  /** What one of them is called: `view`. */
  readonly noun: string;
  readonly label: string;
  readonly items: readonly Named[];
  /** The one that was applied last. */
  readonly current: Named | null;
  /** Whether what is shown differs from it. */
  readonly isChanged: boolean;
  readonly size?: 'small' | 'normal';
  /** Why there is nothing to save now, or null. */
  readonly unsavable?: string | null;
  readonly whatStays: string;
  readonly onApply: (savedId: string) => void;
  /** Throws where it could not be saved. */
  readonly onSave: (name: string) => Promise<void>;
};

/** What was saved by a name: to apply, to save, to replace and to delete. */
export function SavedMenu(props: SavedMenuProps) {
  const {
    noun,
    label,
    items,
    current,
    isChanged,
    size = 'normal',
    unsavable = null,
    whatStays,
    onApply,
    onSave,
  } = props;
  const mayChange = usePermission(appRoutes.saveItem) === null;
  const [isNaming, setNaming] = useState(false);
  const [toDelete, setToDelete] = useState<Named | null>(null);
  const save = async (name: string) => {
    try {
      await onSave(name);
      return null;
    } catch (error) {
      return tellError(error);
    }
  };
  const replace = async (name: string) => {
    const failure = await save(name);
    if (failure === null) tell(`“${name}” was saved`);
    else tellFailure(`“${name}” was not saved`, failure);
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size={size} look={size === 'small' ? 'quiet' : 'plain'} className="max-w-52">
            <Bookmark aria-hidden size={13} className="shrink-0" />
            <span className="truncate">{current?.name ?? label}</span>
            {current && isChanged && <span className="-ml-1.5 shrink-0">, changed</span>}
            <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />
          </Button>
        }
      >
        {items.length > 0 && (
          <>
            <MenuChoices label={label} value={current && !isChanged ? current.saved_id : null} onChoose={onApply}>
              {items.map(({ saved_id, name }) => (
                <MenuChoice key={saved_id} value={saved_id} mark={<Check aria-hidden size={14} />}>
                  {name}
                </MenuChoice>
              ))}
            </MenuChoices>
            {mayChange && <MenuSeparator />}
          </>
        )}
        {mayChange && current && isChanged && unsavable === null && (
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
          lengthMax={limits.savedNameLength}
          taken={items.map(({ name }) => name)}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      )}
      {toDelete && (
        <Confirm
          title={`Delete ${noun}`}
          deed={`Delete ${noun}`}
          safe="Keep"
          onConfirm={() => deleteSaved(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <p>
            The {noun} <strong className="font-medium text-ink">{toDelete.name}</strong> is forgotten. {whatStays}
          </p>
        </Confirm>
      )}
    </>
  );
}
