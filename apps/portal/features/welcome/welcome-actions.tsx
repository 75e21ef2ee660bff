import { LinkButton } from '../../components/link-button.tsx'

/** Shown in the start page's header. */
export function WelcomeActions() {
  return (
    <LinkButton href="/sign-in" variant="default" size="sm">
      Sign in
    </LinkButton>
  )
}
