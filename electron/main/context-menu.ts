import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';

/**
 * Shows the native menu of text: spelling suggestions, cut, copy and paste. A row with actions of its own shows them itself and
 * prevents this menu.
 */
export function showTextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on(
    'context-menu',
    (_event, { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions }) => {
      const spelling: MenuItemConstructorOptions[] =
        misspelledWord === ''
          ? []
          : [
              ...dictionarySuggestions.map((word) => ({
                label: word,
                click: () => webContents.replaceMisspelling(word),
              })),
              {
                label: 'Add to dictionary',
                click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
              },
              { type: 'separator' },
            ];
      const edit: MenuItemConstructorOptions[] = isEditable
        ? [
            { role: 'cut', enabled: editFlags.canCut },
            { role: 'copy', enabled: editFlags.canCopy },
            { role: 'paste', enabled: editFlags.canPaste },
            { role: 'selectAll', enabled: editFlags.canSelectAll },
          ]
        : selectionText.trim() === ''
          ? []
          : [{ role: 'copy' }];
      if (edit.length > 0) Menu.buildFromTemplate([...spelling, ...edit]).popup({ window });
    },
  );
}
