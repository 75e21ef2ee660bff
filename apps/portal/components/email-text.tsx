/** Shows an email address, or another name. In a narrow column, an address breaks before its domain. */
export function EmailText({ children }: { readonly children: string }) {
  const domainStart = Math.max(children.lastIndexOf('@'), 0)
  return (
    <bdi>
      {children.slice(0, domainStart)}
      <wbr />
      {children.slice(domainStart)}
    </bdi>
  )
}
