/** Returns a response that the browser saves as `fileName`, which contains only letters, digits, hyphens and dots. */
export function createDownload(
  body: string | ReadableStream<Uint8Array> | null,
  { mediaType, fileName }: { readonly mediaType: string; readonly fileName: string },
): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  };
  return new Response(body, { headers });
}
