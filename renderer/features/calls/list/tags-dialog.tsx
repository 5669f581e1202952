import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatCount } from '../../../format/format-number.ts';
import { ChipsField } from '../../../ui/fields/chips-field.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { callFacetsQuery } from '../calls-query.ts';
import type { DescribedChange } from './selected-calls-actions.ts';

export type TagsDialogMode = 'add' | 'remove';

type TagsDialogProps = {
  readonly mode: TagsDialogMode;
  /** The number of selected calls. */
  readonly count: number;
  readonly onChange: (change: DescribedChange) => void;
  readonly onClose: () => void;
};

/** Asks for the tags to add to calls, or to remove from them. */
export function TagsDialog({ mode, count, onChange, onClose }: TagsDialogProps) {
  const knownTags = useQuery(callFacetsQuery).data?.tags ?? [];
  const [tags, setTags] = useState<readonly string[]>([]);
  const isAdding = mode === 'add';
  const verb = isAdding ? 'Add' : 'Remove';
  const remove = (tag: string) => setTags((current) => current.filter((other) => other !== tag));
  const submit = () => {
    const [only] = tags;
    if (only === undefined) return;
    const what = tags.length === 1 ? `“${only}”` : formatCount(tags.length, 'tag');
    onClose();
    onChange({
      title: `${verb} ${what}`,
      change: isAdding ? { add_tags: [...tags] } : { remove_tags: [...tags] },
      describe: (calls) => (isAdding ? `Added ${what} to ${calls}` : `Removed ${what} from ${calls}`),
    });
  };
  return (
    <Dialog title={`${verb} tags ${isAdding ? 'to' : 'from'} ${formatCount(count, 'call')}`} onClose={onClose}>
      <DialogForm
        submitLabel={`${verb} tags`}
        disabledReason={tags.length === 0 ? 'Enter a tag.' : null}
        onSubmit={submit}
        onClose={onClose}
      >
        <ChipsField
          label="Tags"
          hint="Press Enter after each tag."
          placeholder={isAdding ? 'Add a tag' : 'Select a tag'}
          maxChips={limits.tagsPerCall}
          maxLength={limits.tagLength}
          chips={tags.map((tag) => ({ id: tag, label: tag }))}
          suggestions={knownTags.filter((tag) => !tags.includes(tag))}
          describeOther={(text) => (isAdding ? `Add “${text}”` : null)}
          errorAction={{ label: 'Remove', run: remove }}
          onAdd={(added) => setTags((current) => [...new Set([...current, ...added])])}
          onRemove={remove}
        />
      </DialogForm>
    </Dialog>
  );
}
