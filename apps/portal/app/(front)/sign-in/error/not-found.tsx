import { SignInErrorCard } from '../../../../features/sign-in/sign-in-error-card.tsx'

export default function SignInErrorNotFound() {
  return <SignInErrorCard />
}
