import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { forgetKeptTexts, useKeptTexts } from './kept-page.ts';

/** Shows the text that was typed when the window was locked, if its form could not be opened again. */
export function KeptTextsDialog() {
  const { texts } = useKeptTexts();
  if (texts.length === 0) return null;
  return (
    <Dialog
      title="Text that was not saved"
      description="You were typing this when Switchboard was locked. Copy what you need."
      onClose={forgetKeptTexts}
    >
      <ul className="flex flex-col gap-3">
        {texts.map(({ label, text }, index) => (
          <li key={index} className="flex flex-col gap-1">
            <span className="flex items-center justify-between">
              <span className="font-medium">{label}</span>
              <CopyButton text={text} label={`Copy “${label}”`} />
            </span>
            <textarea
              readOnly
              aria-label={label}
              rows={Math.min(text.split('\n').length, 8)}
              value={text}
              className="resize-none rounded-control bg-well px-2.5 py-1.5"
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" size="large" onClick={forgetKeptTexts}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
