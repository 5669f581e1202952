/**
 * Matches CSV cells that a spreadsheet would run as a formula (OWASP, CSV injection), except signed and phone numbers. Spreadsheets in
 * East Asian languages take full-width signs as well.
 */
export const spreadsheetFormulaPattern = /^(?:[=@\t\r\n\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?$))/;
