import { limits } from '../../../shared/contract/limits.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { ListEditor } from '../../ui/fields/list-editor.tsx';
import type { DefinitionErrors } from './definition-errors.ts';
import { LineInput } from './line-input.tsx';

type PhrasesFieldProps = {
  readonly field: 'may_say' | 'must_never_say';
  readonly label: string;
  readonly noun: string;
  readonly placeholder: string;
  readonly phrases: readonly string[];
  readonly errors: DefinitionErrors;
  readonly onChange: (phrases: string[]) => void;
};

/** A list of sentences or words. */
export function PhrasesField(props: PhrasesFieldProps) {
  const { field, label, noun, placeholder, phrases, errors, onChange } = props;
  return (
    <ListEditor
      label={label}
      noun={noun}
      items={phrases}
      maxItems={limits.agentPhrases}
      createItem={() => ''}
      onChange={(next) => onChange([...next])}
      onDelete={(undo) => showActionToast(`Deleted from “${label}”`, 'Undo', undo)}
      renderItem={(phrase, index, change) => (
        <LineInput
          label={`${label}, ${noun} ${index + 1}`}
          placeholder={placeholder}
          value={phrase}
          error={errors.get(`/${field}/${index}`)}
          maxLength={limits.agentPhraseLength}
          onChange={change}
        />
      )}
    />
  );
}
