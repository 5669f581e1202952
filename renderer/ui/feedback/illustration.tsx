const paths = {
  /** Paper above a tray. */
  documents: (
    <>
      <path d="M34 46V14a4 4 0 0 1 4-4h32l16 16v20" />
      <path d="M70 10v12a4 4 0 0 0 4 4h12" />
      <path d="M44 34h32M44 42h24" className="text-edge" />
      <path d="M14 46h26c2 8 8 12 20 12s18-4 20-12h26v26a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6Z" />
    </>
  ),
  /** A magnifying glass over lines of text. */
  search: (
    <>
      <path d="M20 22h56M20 34h34M20 46h28M20 58h34" className="text-edge" />
      <circle cx="76" cy="50" r="17" />
      <path d="m88 62 16 16" />
    </>
  ),
  /** A plug next to a socket. */
  unplugged: (
    <>
      <path d="M8 46h22" />
      <path d="M30 32h10a14 14 0 0 1 0 28H30Z" />
      <path d="M54 40h10M54 52h10" />
      <path d="M112 46H94" />
      <path d="M94 30H82v32h12Z" />
    </>
  ),
  /** A telephone receiver and sound waves. */
  calls: (
    <>
      <path d="M22 30c0-8 6-14 14-14h4l6 16-8 6c3 8 9 14 17 17l6-8 16 6v4c0 8-6 14-14 14C41 71 22 52 22 30Z" />
      <path d="M62 14v14M72 8v26M82 16v10M92 11v20M102 18v6" className="text-edge" />
    </>
  ),
  /** A document and sparkles. */
  agents: (
    <>
      <path d="M22 12h38a4 4 0 0 1 4 4v56a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4Z" />
      <path d="M28 28h26M28 40h26M28 52h14" className="text-edge" />
      <path d="M90 24c2 10 5 13 15 15-10 2-13 5-15 15-2-10-5-13-15-15 10-2 13-5 15-15Z" />
      <path d="M82 62v10M77 67h10" className="text-edge" />
    </>
  ),
  /** Two people. */
  people: (
    <>
      <circle cx="46" cy="30" r="12" />
      <path d="M20 74c2-16 12-24 26-24s24 8 26 24" />
      <path d="M74 20a11 11 0 0 1 2 21M84 52c10 3 15 11 16 22" className="text-edge" />
    </>
  ),
} as const;

/** A decorative line drawing for empty states. */
export function Illustration({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 120 88"
      width="120"
      height="88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths[name]}
    </svg>
  );
}
