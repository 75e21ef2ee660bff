import type { MouseEvent, ReactNode } from 'react'
import { PageLink } from './page-link.tsx'

interface RootProps {
  readonly href?: string
  readonly download?: boolean | string
  readonly target?: string
  readonly disabled?: boolean
  readonly 'data-loading'?: boolean
  readonly onClick?: (event: MouseEvent) => void
  readonly children?: ReactNode
}

/**
 * Renders a Mantine button's root. A loading button stays focusable and ignores clicks: a disabled button
 * would lose the keyboard focus. Props with `href` render a link.
 */
export function renderButton(props: RootProps) {
  const { href, disabled, ...rest } = props
  if (href !== undefined) return isPage(props) ? <PageLink href={href} {...rest} /> : <a href={href} {...rest} />
  const isLoading = props['data-loading'] === true
  if (!isLoading) return <button type="button" {...rest} disabled={disabled} />
  return <button type="button" {...rest} aria-disabled aria-busy onClick={ignoreClick} />
}

/** Files and other sites must not be loaded ahead, as links to pages are. */
function isPage({ href = '', download, target }: RootProps): boolean {
  return download === undefined && target === undefined && /^[/#?]/.test(href) && !href.startsWith('/admin/')
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
