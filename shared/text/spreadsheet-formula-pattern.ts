/** Matches CSV cells that a spreadsheet would run as a formula (OWASP, CSV injection), except signed and phone numbers. */
export const spreadsheetFormulaPattern = /^(?:[=@\t\r\n]|[+-](?!\d+(?:\.\d+)?$))/;
