/**
 * What a spreadsheet that opens CSV would run as a formula (OWASP, CSV injection); a plain number, with its sign, and a
 * number to call are none.
 */
export const spreadsheetFormulaPattern = /^(?:[=@\t\r\n]|[+-](?!\d+(?:\.\d+)?$))/;
