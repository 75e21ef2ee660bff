/** Marks the page with the user it was rendered for, so no one else gets back what was typed into it. */
export function ReaderMark({ email }: { email: string }) {
  return <span hidden data-reader={email} />
}
