import { LinkButton } from '../../components/link-button.tsx'

/** Shown in the header of the start page. */
export function WelcomeActions() {
  return (
    <LinkButton href="/sign-in" variant="default" size="sm">
      Sign in
    </LinkButton>
  )
}
