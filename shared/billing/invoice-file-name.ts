/** Returns a name for the PDF of an invoice. The ID of a remote's invoice can contain characters that file names cannot have. */
export function formatInvoiceFileName({ number }: { readonly number: string }): string {
  return `${
    number
      .replaceAll(/[^\w-]+/g, '-')
      .replace(/^-+/, '')
      .slice(0, 100) || 'invoice'
  }.pdf`;
}
