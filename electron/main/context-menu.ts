import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import type { Spelling } from './spelling.ts';

/**
 * Shows the native menu of text: spelling suggestions, cut, copy and paste. A row with actions of its own shows them itself and
 * prevents this menu. `spelling` is null on macOS, which checks the spelling itself.
 */
export function showTextMenu(window: BrowserWindow, spelling: Spelling | null): void {
  window.webContents.on('context-menu', (_event, params) => {
    void (async () => {
      const edit = listEditItems(params);
      if (edit.length === 0) return;
      const words = params.misspelledWord === '' ? [] : await listSpellingItems(window, params, spelling);
      if (!window.isDestroyed()) Menu.buildFromTemplate([...words, ...edit]).popup({ window });
    })();
  });
}

function listEditItems({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  return [
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

async function listSpellingItems(
  { webContents }: BrowserWindow,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  spelling: Spelling | null,
): Promise<MenuItemConstructorOptions[]> {
  const suggestions = spelling ? await spelling.suggest(misspelledWord).catch(() => []) : dictionarySuggestions;
  const addWord = () => {
    if (spelling) spelling.addWord(misspelledWord);
    else webContents.session.addWordToSpellCheckerDictionary(misspelledWord);
  };
  return [
    ...suggestions.map((word) => ({ label: word, click: () => webContents.replaceMisspelling(word) })),
    ...(suggestions.length === 0 ? [{ label: 'No suggestions', enabled: false }] : []),
    { label: 'Add to dictionary', click: addWord },
    { type: 'separator' },
  ];
}
