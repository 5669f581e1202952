import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';

/**
 * Shows the native menu of text: spelling suggestions, cut, copy and paste. A row with actions of its own shows them itself and
 * prevents this menu.
 */
export function showTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const edit = listEditItems(params);
    const items = [...listSpellingItems(window, params), ...edit];
    if (edit.length > 0) Menu.buildFromTemplate(items).popup({ window });
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

function listSpellingItems(
  { webContents }: BrowserWindow,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return [];
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => webContents.replaceMisspelling(word) })),
    ...(dictionarySuggestions.length === 0 ? [{ label: 'No suggestions', enabled: false }] : []),
    {
      label: 'Add to dictionary',
      click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    { type: 'separator' },
  ];
}
